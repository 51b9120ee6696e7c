import type { Context } from '../../context.js';
import { TalkTrack } from '../../entities/talk-track.entity.js';
import { fail } from '../../errors.js';
import { mayAddTalkToTrack, mayRemoveTalkFromTrack, permit, requireViewer } from '../../rules.js';
import { insertOnce } from '../insert-once.js';
import { inTransaction } from '../transaction.js';
import { standingAt, visibleTalk, visibleTrack } from '../visible.js';

/** Which talk is on which track. Both verbs may be repeated as often as one likes (contract §7.1 no. 14). */

/** A talk and a track. */
export interface TalkAndTrack {
  readonly talkId: string;
  readonly trackId: string;
}

/**
 * Puts a talk on a track of the same event.
 *
 * @returns both ids, as the database writes them
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID
 */
export async function addTalkToTrack(context: Context, { talkId, trackId }: TalkAndTrack): Promise<TalkAndTrack> {
  const viewer = requireViewer(context.viewer);
  const { id: talk, eventId: event } = await visibleTalk(context, talkId);
  permit(mayAddTalkToTrack(viewer, await standingAt(context, event, talk)), 'HOSTS_AND_SPEAKERS_ONLY');
  const track = await trackOf(context, event, trackId);
  await inTransaction(context, (em) => insertOnce(em, TalkTrack, { event, talk, track }));
  return { talkId: talk, trackId: track };
}

/** Takes a talk off a track. As `addTalkToTrack`. */
export async function removeTalkFromTrack(context: Context, { talkId, trackId }: TalkAndTrack): Promise<TalkAndTrack> {
  const viewer = requireViewer(context.viewer);
  const { id: talk, eventId: event } = await visibleTalk(context, talkId);
  permit(mayRemoveTalkFromTrack(viewer, await standingAt(context, event, talk)), 'HOSTS_AND_SPEAKERS_ONLY');
  const track = await trackOf(context, event, trackId);
  await inTransaction(context, (em) => em.nativeDelete(TalkTrack, { talk, track }));
  return { talkId: talk, trackId: track };
}

/** The id of a track of the event. */
async function trackOf(context: Context, eventId: string, trackId: string): Promise<string> {
  if (trackId === '') throw fail('INVALID', 'FIELD_REQUIRED', 'trackId');
  const track = await visibleTrack(context, trackId);
  if (track.eventId !== eventId) throw fail('INVALID', 'TRACK_OF_OTHER_EVENT', 'trackId');
  return track.id;
}

import type { Context } from '../context.js';
import { TalkTrack } from '../../database/entities/talk.entity.js';
import { domainError } from '../errors.js';
import { mayAddTalkToTrack, mayRemoveTalkFromTrack, permit, requireViewer } from '../rules.js';
import { changeTalk } from './change-talk.js';
import { insertOnce } from '../common/insert-once.js';
import { membershipOf, visibleTalk, visibleTrack } from '../common/visible-records.js';

/** Assignment of talks to tracks. Both commands are idempotent (contract 7.1-14). */

export interface TalkAndTrack {
  readonly talkId: string;
  readonly trackId: string;
}

/**
 * Adds a talk to a track of the same event.
 *
 * @returns both IDs, in canonical form
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID
 */
export async function addTalkToTrack(context: Context, { talkId, trackId }: TalkAndTrack): Promise<TalkAndTrack> {
  const viewer = requireViewer(context.viewer);
  const { id: talk, eventId: event } = await visibleTalk(context, talkId);
  permit(mayAddTalkToTrack(viewer, await membershipOf(context, event, talk)), 'HOSTS_AND_SPEAKERS_ONLY');
  const track = await trackOf(context, event, trackId);
  await context.transactions.withEntities((em) =>
    changeTalk(em, { event, talk }, () => insertOnce(em, TalkTrack, { event, talk, track })),
  );
  return { talkId: talk, trackId: track };
}

/** Removes a talk from a track. Otherwise as `addTalkToTrack`. */
export async function removeTalkFromTrack(context: Context, { talkId, trackId }: TalkAndTrack): Promise<TalkAndTrack> {
  const viewer = requireViewer(context.viewer);
  const { id: talk, eventId: event } = await visibleTalk(context, talkId);
  permit(mayRemoveTalkFromTrack(viewer, await membershipOf(context, event, talk)), 'HOSTS_AND_SPEAKERS_ONLY');
  const track = await trackOf(context, event, trackId);
  await context.transactions.withEntities((em) =>
    changeTalk(em, { event, talk }, () => em.nativeDelete(TalkTrack, { talk, track })),
  );
  return { talkId: talk, trackId: track };
}

/** Returns the ID of a track, which must belong to the event. */
async function trackOf(context: Context, eventId: string, trackId: string): Promise<string> {
  if (trackId === '') throw domainError('INVALID', 'FIELD_REQUIRED', 'trackId');
  const track = await visibleTrack(context, trackId);
  if (track.eventId !== eventId) throw domainError('INVALID', 'TRACK_OF_OTHER_EVENT', 'trackId');
  return track.id;
}

import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { TalkTrack } from '../../database/entities/talk.entity.js';
import { Track } from '../../database/entities/track.entity.js';
import { recordTalkChanges } from '../changes/record-talk-changes.js';
import { lockEvent } from '../common/locks.js';
import { withinQuota } from '../event/pending-quota.js';
import { statementsOf } from '../transaction/transactions.js';
import { domainError } from '../errors.js';
import { mayAddTrack, mayDeleteTrack, mayReplaceTrack, permit, requireViewer } from '../rules.js';
import { MAX_TEXT_LENGTH, Validation } from '../common/validation.js';
import { membershipOf, visibleEvent, visibleTrack } from '../common/visible-records.js';

const MAX_NAME_LENGTH = 300;

export interface TrackInput {
  readonly name: string;
  /** Undefined leaves it unchanged; null is the empty text. */
  readonly description?: string | null | undefined;
}

/**
 * Adds a track to an event. Names need not be unique.
 *
 * @returns the ID of the track
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID
 */
export async function addTrack(context: Context, input: TrackInput & { readonly eventId: string }): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, input.eventId);
  permit(mayAddTrack(viewer, await membershipOf(context, event.id)), 'HOSTS_ONLY');
  const fields = { ...trackFields(input), name: input.name };
  return context.transactions.withEntities((em) =>
    withinQuota(context, event, em, () => em.insert(Track, { event: event.id, ...fields })),
  );
}

/** The track to change; undefined fields stay as they are. */
interface TrackChanges extends Omit<TrackInput, 'name'> {
  /** Null is a problem: every track has a name. */
  readonly name?: string | null | undefined;
}

/** Replaces the name and description of a track. Otherwise as `addTrack`. */
export const replaceTrack = (context: Context, input: TrackInput & { readonly trackId: string }): Promise<string> =>
  updateTrack(context, input);

/** Changes the given fields of a track. Otherwise as `addTrack`. */
export async function updateTrack(
  context: Context,
  input: TrackChanges & { readonly trackId: string },
): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id, eventId, name } = await visibleTrack(context, input.trackId);
  permit(mayReplaceTrack(viewer, await membershipOf(context, eventId)), 'HOSTS_ONLY');
  const fields = trackFields(input, name);
  if (Object.keys(fields).length === 0) return id;
  const event = await visibleEvent(context, eventId);
  await context.transactions.withEntities((em) =>
    withinQuota(context, event, em, () =>
      changeTrack(em, { id, eventId }, () => em.nativeUpdate(Track, { id }, fields)),
    ),
  );
  return id;
}

/** Changes a track, and records the changes of its talks. @throws DomainError NOT_FOUND if `work` changes no row */
async function changeTrack(
  em: EntityManager,
  { id, eventId }: { readonly id: string; readonly eventId: string },
  work: () => Promise<number>,
): Promise<void> {
  await lockEvent(em, eventId);
  const assigned = await em.find(TalkTrack, { track: id }, { fields: ['talk'] });
  const talkIds = assigned.map(({ talk }) => talk.id);
  await recordTalkChanges(statementsOf(em).run, { eventId, talkIds }, async () => {
    if ((await work()) === 0) throw domainError('NOT_FOUND', 'TRACK_UNKNOWN');
  });
}

/**
 * Deletes a track. Its talks remain, without it.
 *
 * @returns the ID of its event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function deleteTrack(context: Context, trackId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id, eventId } = await visibleTrack(context, trackId);
  permit(mayDeleteTrack(viewer, await membershipOf(context, eventId)), 'HOSTS_ONLY');
  await context.transactions.withEntities((em) =>
    changeTrack(em, { id, eventId }, () => em.nativeDelete(Track, { id })),
  );
  return eventId;
}

function trackFields({ name, description }: TrackChanges, storedName?: string) {
  const validation = new Validation();
  const fields = {
    ...(name !== undefined && { name: validation.requiredName('name', name, MAX_NAME_LENGTH, storedName) }),
    ...(description !== undefined && {
      description: validation.text('description', description ?? '', MAX_TEXT_LENGTH),
    }),
  };
  validation.throwIfInvalid();
  return fields;
}

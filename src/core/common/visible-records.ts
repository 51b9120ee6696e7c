import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { viewerHosts } from '../reads/hosting.js';
import type { Reads } from '../reads/reads.js';
import type { Membership } from '../rules.js';

type ReadContext = Pick<Context, 'reads'>;
/** A record that the viewer can see. */
export type VisibleRecord<Name extends 'event' | 'talk' | 'track' | 'eventComment' | 'talkComment' | 'user'> =
  NonNullable<Awaited<ReturnType<typeof Reads.prototype.load<Name>>>>;

/**
 * Normalizes an ID from a caller to its canonical form, without leading zeros.
 *
 * @returns null unless it is a positive integer below 2^53, because no record has another ID
 */
export function canonicalId(id: string): string | null {
  if (!/^\d{1,16}$/.test(id)) return null;
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? String(number) : null;
}

/** Loads a record to write to, or to add records to. Each throws DomainError NOT_FOUND unless the viewer can see it. */
const finderOf =
  <Name extends 'event' | 'talk' | 'track' | 'eventComment' | 'talkComment' | 'user'>(
    name: Name,
    reason: Parameters<typeof domainError>[1],
  ) =>
  async ({ reads }: ReadContext, id: string): Promise<VisibleRecord<Name>> => {
    const known = canonicalId(id);
    const record = known === null ? null : await reads.load(name, known);
    if (!record) throw domainError('NOT_FOUND', reason);
    return record as VisibleRecord<Name>;
  };

export const visibleEvent = finderOf('event', 'EVENT_UNKNOWN');
export const visibleTalk = finderOf('talk', 'TALK_UNKNOWN');
export const visibleTrack = finderOf('track', 'TRACK_UNKNOWN');
export const visibleEventComment = finderOf('eventComment', 'COMMENT_UNKNOWN');
export const visibleTalkComment = finderOf('talkComment', 'COMMENT_UNKNOWN');
export const visibleUser = finderOf('user', 'USER_UNKNOWN');

/** Returns whether the viewer hosts an event and, if `talkId` is given, speaks at that talk. */
export async function membershipOf({ reads }: ReadContext, eventId: string, talkId?: string): Promise<Membership> {
  const [hosts, speaks] = await Promise.all([
    viewerHosts(reads, eventId),
    talkId === undefined ? false : reads.load('viewerSpeaks', talkId),
  ]);
  return { hosts, speaks };
}

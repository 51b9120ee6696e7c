import type { Context } from '../context.js';
import { fail } from '../errors.js';
import { viewerHosts } from '../reads/hosting.js';
import type { Reads } from '../reads/reads.js';
import type { Standing } from '../rules.js';

type Reading = Pick<Context, 'reads'>;
type Record<Name extends 'event' | 'talk' | 'track' | 'eventComment' | 'talkComment' | 'user'> = NonNullable<
  Awaited<ReturnType<typeof Reads.prototype.load<Name>>>
>;

/**
 * Normalizes an ID from a caller to its canonical form, without leading zeros.
 *
 * @returns null unless it is a positive integer below 2^53, because no record has another ID
 */
export function recordNumber(id: string): string | null {
  if (!/^\d{1,16}$/.test(id)) return null;
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? String(number) : null;
}

/** Loads a record to write to, or to add records to. Each throws DomainError NOT_FOUND unless the viewer can see it. */
const finder =
  <Name extends 'event' | 'talk' | 'track' | 'eventComment' | 'talkComment' | 'user'>(
    name: Name,
    reason: Parameters<typeof fail>[1],
  ) =>
  async ({ reads }: Reading, id: string): Promise<Record<Name>> => {
    const known = recordNumber(id);
    const record = known === null ? null : await reads.load(name, known);
    if (!record) throw fail('NOT_FOUND', reason);
    return record as Record<Name>;
  };

export const visibleEvent = finder('event', 'EVENT_UNKNOWN');
export const visibleTalk = finder('talk', 'TALK_UNKNOWN');
export const visibleTrack = finder('track', 'TRACK_UNKNOWN');
export const visibleTalkComment = finder('talkComment', 'COMMENT_UNKNOWN');
export const visibleUser = finder('user', 'USER_UNKNOWN');

/** Returns whether the viewer hosts an event and, if `talkId` is given, speaks at that talk. */
export async function standingAt({ reads }: Reading, eventId: string, talkId?: string): Promise<Standing> {
  const [hosts, speaks] = await Promise.all([
    viewerHosts(reads, eventId),
    talkId === undefined ? false : reads.load('viewerSpeaks', talkId),
  ]);
  return { hosts, speaks };
}

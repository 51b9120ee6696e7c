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
 * An id that a caller gave, as the database writes it: without leading zeros.
 *
 * @returns null for what is no whole number within 2^53: the id of nothing
 */
export function recordNumber(id: string): string | null {
  if (!/^\d{1,16}$/.test(id)) return null;
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? String(number) : null;
}

/** Records to write to, or to write below: those that the viewer sees. Each throws DomainError NOT_FOUND otherwise. */
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

/** What the viewer is to an event, and to one of its talks where `talkId` is given. */
export async function standingAt({ reads }: Reading, eventId: string, talkId?: string): Promise<Standing> {
  const [hosts, speaks] = await Promise.all([
    viewerHosts(reads, eventId),
    talkId === undefined ? false : reads.load('viewerSpeaks', talkId),
  ]);
  return { hosts, speaks };
}

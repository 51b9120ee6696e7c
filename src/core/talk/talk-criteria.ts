import { canonicalId } from '../common/visible-records.js';
import { Validation } from '../common/validation.js';
import { boundDate } from '../date/date-input.js';
import { isRelativeDate } from '../date/tolerant-date.js';
import type { TalkCriteria, TalkOrder } from '../reads/programme.js';
import { requireViewer, type Viewer } from '../rules.js';

/** Arguments of the programme of an event. Dates are free-form text, parsed in the time zone of the event. */
export interface ProgrammeInput {
  readonly from?: string | null;
  readonly until?: string | null;
  readonly trackId?: string | null;
  readonly speakerId?: string | null;
  readonly type?: string | null;
  readonly starred?: boolean | null;
  readonly orderBy?: TalkOrder | null;
}

const NO_RECORD = '0';
const idOf = (id: string | null | undefined) => (id == null ? null : (canonicalId(id) ?? NO_RECORD));

/**
 * Returns the criteria of the query and its order. An ID that is no number matches no talk.
 *
 * @throws DomainError UNAUTHENTICATED if an anonymous caller filters by stars
 */
export function talkCriteriaOf(
  { trackId, speakerId, type = null, starred = null, orderBy }: ProgrammeInput,
  viewer: Viewer | null,
): { readonly criteria: TalkCriteria; readonly order: TalkOrder } {
  if (starred !== null) requireViewer(viewer);
  return {
    criteria: { type, track: idOf(trackId), speaker: idOf(speakerId), starred },
    order: orderBy ?? 'START_TIME',
  };
}

/**
 * Parses the bounds of a programme, in seconds since 1970.
 *
 * @param zone time zone of the event
 * @returns the bounds, and whether they depend on the time of the request
 * @throws DomainError INVALID for an unreadable date
 */
export function programmeBounds({ from, until }: ProgrammeInput, zone: string, now: number) {
  const validation = new Validation();
  const bounds = {
    from: boundDate(validation, 'from', from, { zone, now }) ?? null,
    until: boundDate(validation, 'until', until, { zone, now }) ?? null,
  };
  validation.throwIfInvalid();
  return { ...bounds, isRelative: [from, until].some((text) => text != null && isRelativeDate(text, zone, now)) };
}

import { v5 } from 'uuid';
import { roomGuidOf } from './room-guid.js';
import { commentsAreOpen } from '../date/comment-window.js';
import { isoInUtc, isoInZone, isoOfStored } from '../date/zoned.js';
import type { AccessTokenRow } from './access-tokens.js';
import type { GrantRow } from './grants.js';
import type { ApplicationRow } from './applications.js';
import type { VersionRow } from './comment-versions.js';
import type { EventCommentRow } from './event-comments.js';
import type { EventRow } from './events.js';
import type { CancelledTalkRow, ScheduleRow, TalkScheduleRow } from './schedules.js';
import type { ClaimRow, ReportRow } from './moderation.js';
import type { SharedFeedbackRow } from './shared-feedback.js';
import type { TalkCommentRow } from './talk-comments.js';
import { isoAfterStart } from './after-start.js';
import { shownDay } from './shown-day.js';
import type { OriginRow, TalkRow } from './talks.js';
import type { DeliveryRow, WebhookRow } from './webhooks.js';

/**
 * Converts rows to graph records: adds dates in the event's time zone, and values derived from counters and the clock.
 * Mutates the row, because copying each row would cost as much as reading it.
 */

/** Inputs of a record besides its row. */
export interface RecordScope {
  /** Time of the request, in seconds since 1970. */
  readonly now: number;
  /** The absolute URL of a stored image. */
  readonly imageUrl: (location: string) => string;
}

/** Rating summary of an event, a talk or a speaker. `average` is null without ratings, and while they are withheld. */
export interface Ratings {
  readonly average: number | null;
  readonly count: number;
  /** Whether the policy of the event withholds them from the viewer. */
  readonly areWithheld: boolean;
  readonly of: 'event' | 'talk' | 'speaker';
  readonly id: string;
}

interface RatedRow {
  readonly id: string;
  readonly ratingCount: number | null;
  readonly ratingSum: number;
}

/** Ratings are withheld if their count is null. */
export function ratingsOf({ id, ratingCount, ratingSum }: RatedRow, of: Ratings['of']): Ratings {
  const count = ratingCount ?? 0;
  return { average: count === 0 ? null : ratingSum / count, count, areWithheld: ratingCount === null, of, id };
}

const isoInZoneOrNull = (seconds: number | null, zone: string) => (seconds === null ? null : isoInZone(seconds, zone));

const isoOfStoredOrNull = (seconds: number | null, local: number | null, zone: string) =>
  seconds === null ? null : isoOfStored(seconds, local, zone);

const isoInUtcOrNull = (seconds: number | null) => (seconds === null ? null : isoInUtc(seconds));

export function eventRecord(row: EventRow, { now, imageUrl }: RecordScope) {
  return Object.assign(row, {
    startDate: isoOfStored(row.startsAt, row.startsLocal, row.timeZone),
    endDate: isoOfStored(row.endsAt, row.endsLocal, row.timeZone),
    cfpStartDate: isoOfStoredOrNull(row.cfpStartsAt, row.cfpStartsLocal, row.timeZone),
    cfpEndDate: isoOfStoredOrNull(row.cfpEndsAt, row.cfpEndsLocal, row.timeZone),
    reviewDate: isoInUtcOrNull(row.reviewedAt),
    cancelledDate: isoInUtcOrNull(row.cancelledAt),
    withdrawnDate: isoInUtcOrNull(row.withdrawnAt),
    commentsOpen: commentsAreOpen(row.startsAt, now),
    ratings: ratingsOf(row, 'event'),
    images: row.storedImages.map(({ kind, location, width, height }) => ({
      kind,
      url: imageUrl(location),
      width,
      height,
    })),
  });
}

export function talkRecord(row: TalkRow, { now }: RecordScope) {
  return Object.assign(row, {
    startDate: isoOfStored(row.startsAt, row.startsLocal, row.timeZone),
    commentsOpen: commentsAreOpen(row.startsAt, now) && !opensLater(row, now),
    ratings: ratingsOf(row, 'talk'),
  });
}

export type TalkRecord = ReturnType<typeof talkRecord>;

/** Whether the policy of the event opens feedback at the start of the talk, and the talk has not started. */
export const opensLater = ({ policy, startsAt }: Pick<TalkRow, 'policy' | 'startsAt'>, now: number): boolean =>
  policy?.opens === 'WITH_TALK' && now < startsAt;

/** Time at which the results of a talk are revealed at the latest; null without such a time. Computed only when selected. */
export function feedbackRevealsAt(row: TalkRow): string | null {
  const hours = row.policy?.revealAfterHours;
  return hours == null ? null : isoAfterStart(row, row.durationMinutes * 60 + hours * 3600);
}

/** The scheduled end of a talk. Computed only when selected, because few queries select it. */
export const scheduledEnd = (row: TalkRow): string => isoAfterStart(row, row.durationMinutes * 60);

/** What the schedules of other systems know of an event. */
export const eventScheduleRecord = (row: ScheduleRow) =>
  Object.assign(row, { changedDate: isoInUtc(row.changedAt), cfpCalendarUid: v5('cfp', row.guid) });

/** The UID in calendars: the GUID, or one derived from it if a talk of another event was public with it before. */
const uidOf = ({ guid, eventGuid, isCopied }: Pick<TalkScheduleRow, 'guid' | 'eventGuid' | 'isCopied'>): string =>
  isCopied ? v5(guid, eventGuid) : guid;

export const talkScheduleRecord = (row: TalkScheduleRow) =>
  Object.assign(row, {
    changedDate: isoInUtc(row.changedAt),
    calendarUid: uidOf(row),
    roomGuid: roomGuidOf(row),
  });

export function cancelledTalkRecord(row: CancelledTalkRow) {
  return Object.assign(row, {
    startDate: isoInZone(row.startsAt, row.timeZone),
    cancelledDate: isoInUtc(row.deletedAt),
    calendarUid: uidOf(row),
  });
}

function commentRecord<Row extends EventCommentRow | TalkCommentRow>(row: Row) {
  const { postedAtSeconds, editedAtSeconds, timeZone } = row;
  const [posted, edited] = [
    shownDay(postedAtSeconds, row.dayIn),
    editedAtSeconds && shownDay(editedAtSeconds, row.dayIn),
  ];
  return Object.assign(row, {
    postedAtSeconds: posted,
    createdAt: isoInZone(posted, timeZone),
    editedAt: isoInZoneOrNull(edited, timeZone),
  });
}

export const eventCommentRecord = commentRecord<EventCommentRow>;
export const talkCommentRecord = commentRecord<TalkCommentRow>;

export const shareRecord = (row: SharedFeedbackRow) =>
  Object.assign(row, {
    createdAt: isoInUtc(row.createdAtSeconds),
    expiresAt: isoInUtcOrNull(row.expiresAtSeconds),
  });

export const webhookRecord = (row: WebhookRow) =>
  Object.assign(row, {
    createdAt: isoInUtc(row.createdAtSeconds),
    disabledAt: isoInUtcOrNull(row.disabledAtSeconds),
    verifiedAt: isoInUtcOrNull(row.verifiedAtSeconds),
  });

export const deliveryRecord = (row: DeliveryRow) =>
  Object.assign(row, {
    createdAt: isoInUtc(shownDay(row.createdAtSeconds, row.dayIn)),
    deliveredAt: isoInUtcOrNull(row.deliveredAtSeconds && shownDay(row.deliveredAtSeconds, row.dayIn)),
    nextAttemptAt: isoInUtcOrNull(row.nextAttemptAtSeconds && shownDay(row.nextAttemptAtSeconds, row.dayIn)),
  });

export const versionRecord = (row: VersionRow) =>
  Object.assign(row, { replacedAt: isoInZone(shownDay(row.replacedAtSeconds, row.dayIn), row.timeZone) });

export function reportRecord(row: ReportRow) {
  return Object.assign(row, {
    reportedAt: isoInUtc(row.reportedAtSeconds),
    decidedAt: row.decidedAtSeconds === null ? null : isoInUtc(row.decidedAtSeconds),
  });
}

export function claimRecord(row: ClaimRow) {
  return Object.assign(row, { createdAt: isoInUtc(row.createdAtSeconds) });
}

export function originRecord(row: OriginRow) {
  return Object.assign(row, { importedAt: isoInUtc(row.importedAtSeconds) });
}

export function accessTokenRecord(row: AccessTokenRow) {
  return Object.assign(row, {
    createdAt: isoInUtc(row.createdAtSeconds),
    lastUsedAt: isoInUtcOrNull(row.lastUsedAtSeconds),
    expiresAt: isoInUtcOrNull(row.expiresAtSeconds),
  });
}

export function grantRecord(row: GrantRow) {
  return Object.assign(row, {
    createdAt: isoInUtc(row.createdAtSeconds),
    lastUsedAt: isoInUtc(row.lastUsedAtSeconds),
    expiresAt: isoInUtc(row.expiresAtSeconds),
  });
}

export function applicationRecord(row: ApplicationRow) {
  return Object.assign(row, { createdAt: isoInUtc(row.createdAtSeconds) });
}

/** Identity, for rows without derived members. */
export function identity<Row>(row: Row): Row {
  return row;
}

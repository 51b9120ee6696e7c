import { pendingEmailsById } from './accounts.js';
import { ownTokensById } from './access-tokens.js';
import { applicationsById, ownApplicationsById } from './applications.js';
import { eventCommentsById, commentsOfEvent, reportedEventCommentsById } from './event-comments.js';
import { attendedByViewer, eventRatingDistribution, eventFramesById, eventsById, hostedByViewer } from './events.js';
import { claimsOfEvents, reportedCommentsOfEvents, reportedTalkCommentsOfEvents } from './moderation.js';
import type { ChildList, Page, PageRequest } from './page.js';
import * as records from './records.js';
import { languagesById, talkTypesById } from './reference.js';
import { viewerArgument, type ReadScope } from './scope.js';
import type { Statement } from '../../database/sql/statement.js';
import * as talkComments from './talk-comments.js';
import * as talks from './talks.js';
import { tracksById, tracksOfEvent } from './tracks.js';
import { attendeesOfEvent, eventsAttendedByUser, eventsHostedByUser, hostsOfEvents, usersById } from './users.js';

/** Batch function of a DataLoader: one value per key, in the order of the keys. */
export type Batch<Value> = (scope: ReadScope, keys: readonly string[]) => Promise<Value[]>;

interface ByKeys {
  readonly keys: readonly string[];
  readonly viewer: string | null;
  readonly now: number;
}
type Finish<Row, Value> = (row: Row, scope: ReadScope) => Value;

const argumentsOf = (scope: ReadScope, keys: readonly string[]): ByKeys => ({
  keys,
  ...viewerArgument(scope),
  now: scope.now,
});

/** One record per ID; null if it does not exist or is not visible to the viewer. */
function one<Row extends { id: string }, Value>(
  choose: (scope: ReadScope) => Statement<ByKeys, Row>,
  finish: Finish<Row, Value>,
): Batch<Value | null> {
  return async (scope, keys) => {
    const rows = await scope.run(choose(scope), argumentsOf(scope, keys));
    const byId = new Map(rows.map((row) => [row.id, finish(row, scope)]));
    return keys.map((key) => byId.get(key) ?? null);
  };
}

/** A short list per ID. */
function many<Row extends { parent: string }, Value>(
  statement: Statement<ByKeys, Row>,
  finish: Finish<Row, Value>,
): Batch<Value[]> {
  return async (scope, keys) => {
    const rows = await scope.run(statement, argumentsOf(scope, keys));
    const groups = new Map<string, Value[]>(keys.map((key) => [key, []]));
    for (const row of rows) groups.get(row.parent)?.push(finish(row, scope));
    return keys.map((key) => groups.get(key) ?? []);
  };
}

/** Whether the viewer hosts, attends, starred or speaks at each record. Always false for an anonymous viewer. */
function mark(statement: Statement<ByKeys, { key: string }>): Batch<boolean> {
  return async (scope, keys) => {
    if (!scope.viewer) return keys.map(() => false);
    const marked = new Set((await scope.run(statement, argumentsOf(scope, keys))).map(({ key }) => key));
    return keys.map((key) => marked.has(key));
  };
}

/** Batches of single records and short lists, by name. */
export const batches = {
  event: one((scope) => eventsById(scope.visibility), records.eventRecord),
  eventFrame: one((scope) => eventFramesById(scope.visibility), records.asIs),
  talk: one((scope) => talks.talksById(scope.visibility), records.talkRecord),
  track: one((scope) => tracksById(scope.visibility), records.asIs),
  user: one(() => usersById, records.asIs),
  pendingEmail: one(() => pendingEmailsById, records.asIs),
  eventComment: one((scope) => eventCommentsById(scope.visibility), records.eventCommentRecord),
  talkComment: one((scope) => talkComments.talkCommentsById(scope.visibility), records.talkCommentRecord),
  reportedEventComment: one(() => reportedEventCommentsById, records.eventCommentRecord),
  reportedTalkComment: one(() => talkComments.reportedTalkCommentsById, records.talkCommentRecord),
  accessToken: one(() => ownTokensById, records.accessTokenRecord),
  application: one(() => ownApplicationsById, records.applicationRecord),
  applicationOfToken: one(() => applicationsById, records.applicationRecord),
  language: one(() => languagesById, records.asIs),
  talkType: one(() => talkTypesById, records.asIs),

  speakersOfTalk: many(talks.speakersOfTalks, records.asIs),
  speakerNamesOfTalk: many(talks.speakerNamesOfTalks, records.asIs),
  tracksOfTalk: many(talks.tracksOfTalks, records.asIs),
  trackNamesOfTalk: many(talks.trackNamesOfTalks, records.asIs),
  linksOfTalk: many(talks.linksOfTalks, records.asIs),
  hostsOfEvent: many(hostsOfEvents, records.asIs),
  claimsOfEvent: many(claimsOfEvents, records.claimRecord),
  reportedCommentsOfEvent: many(reportedCommentsOfEvents, records.reportRecord),
  reportedTalkCommentsOfEvent: many(reportedTalkCommentsOfEvents, records.reportRecord),
  viewerRatingsOfTalk: many(talks.ratedByViewer, records.asIs),
  eventRatingDistribution: many(eventRatingDistribution, records.asIs),
  talkRatingDistribution: many(talks.talkRatingDistribution, records.asIs),

  viewerHosts: mark(hostedByViewer),
  viewerAttends: mark(attendedByViewer),
  viewerStarred: mark(talks.starredByViewer),
  viewerSpeaks: mark(talks.spokenByViewer),
} as const;

/** Pages and totals of a record's child list. */
export interface ListBatches<Value> {
  pages(scope: ReadScope, parents: readonly string[], request: PageRequest): Promise<Page<Value>[]>;
  counts(scope: ReadScope, parents: readonly string[]): Promise<number[]>;
}

function list<Row, Value>(
  choose: (scope: ReadScope) => ChildList<{ viewer: string | null }, Row>,
  finish: Finish<Row, Value>,
): ListBatches<Value> {
  return {
    async pages(scope, parents, request) {
      const pages = await choose(scope).pages(scope.run, viewerArgument(scope), parents, request);
      return pages.map((page) => ({ ...page, nodes: page.nodes.map((row) => finish(row, scope)) }));
    },
    counts: (scope, parents) => choose(scope).counts(scope.run, viewerArgument(scope), parents),
  };
}

/** Paginated lists, by name. */
export const lists = {
  talksOfEvent: list(() => talks.talksOfEvent, records.talkRecord),
  talksOfTrack: list(() => talks.talksOfTrack, records.talkRecord),
  talksOfUser: list((scope) => talks.talksOfUser(scope.visibility), records.talkRecord),
  tracksOfEvent: list(() => tracksOfEvent, records.asIs),
  attendeesOfEvent: list(() => attendeesOfEvent, records.asIs),
  commentsOfEvent: list(() => commentsOfEvent, records.eventCommentRecord),
  commentsOfTalk: list((scope) => talkComments.commentsOfTalk(scope.visibility), records.talkCommentRecord),
  talkCommentsOfEvent: list((scope) => talkComments.talkCommentsOfEvent(scope.visibility), records.talkCommentRecord),
  talkCommentsOfUser: list((scope) => talkComments.talkCommentsOfUser(scope.visibility), records.talkCommentRecord),
  eventsAttendedByUser: list((scope) => eventsAttendedByUser(scope.visibility), records.eventRecord),
  eventsHostedByUser: list((scope) => eventsHostedByUser(scope.visibility), records.eventRecord),
} as const;

import { pendingEmailsById } from './accounts.js';
import { ownTokensById } from './access-tokens.js';
import { applicationsById, ownApplicationsById } from './applications.js';
import { flagBatch, ifAllowed, listBatch, listIfAllowed, recordBatch, type ToRecord } from './batch.js';
import { versionsOfEventComments, versionsOfTalkComments } from './comment-versions.js';
import { eventCommentsById, commentsOfEvent, reportedEventCommentsById } from './event-comments.js';
import { attendedByViewer, eventRatingDistribution, eventFramesById, eventsById, hostedByViewer } from './events.js';
import { feedbackSummaries, speakerRatingDistribution } from './feedback-summary.js';
import { currentTalksOfEvents } from './current-talks.js';
import { ownGrantsById } from './grants.js';
import { claimsOfEvents, reportedCommentsOfEvents, reportedTalkCommentsOfEvents } from './moderation.js';
import type { ChildList, Page, PageRequest } from './page.js';
import * as records from './records.js';
import { cancelledTalksById, cancelledTalksOfEvent, scheduleOfEvents, scheduleOfTalks } from './schedules.js';
import { languagesById, talkTypesById } from './reference.js';
import { viewerArgument, type ReadScope } from './scope.js';
import { hasScope, listsAllDecisions, managesAccounts, type Viewer } from '../rules.js';
import { claimsById, reportsById, type DecidedEvents } from './tasks.js';
import * as shares from './shared-feedback.js';
import * as talkComments from './talk-comments.js';
import * as parts from './talk-parts.js';
import * as talks from './talks.js';
import { tracksById, tracksOfEvent } from './tracks.js';
import type { ViewerArgument } from './visibility.js';
import { deliveriesById, deliveriesOfWebhook, webhooksById, webhooksOfEvents } from './webhooks.js';
import { attendeesOfEvent, eventsAttendedByUser, eventsHostedByUser, hostsOfEvents, usersById } from './users.js';

/** The events of which the viewer lists decisions. */
export const decidedEvents = ({ viewer }: ReadScope): DecidedEvents =>
  viewer && listsAllDecisions(viewer) ? 'all' : 'hosted';

/** The webhook URLs of an event may contain secrets. */
const managesWebhooks = (viewer: Viewer): boolean => hasScope(viewer, 'host');

const reportsForHost = recordBatch((scope) => reportsById(decidedEvents(scope)), records.reportRecord);

/** The reports of one kind of comments. */
const reportsOf =
  (comment: 'eventCommentId' | 'talkCommentId'): typeof reportsForHost =>
  async (scope, keys) =>
    (await reportsForHost(scope, keys)).map((report) => (report?.[comment] ? report : null));

/** Batches of single records and short lists, by name. */
export const batches = {
  event: recordBatch((scope) => eventsById(scope.visibility), records.eventRecord),
  eventFrame: recordBatch((scope) => eventFramesById(scope.visibility), records.identity),
  talk: recordBatch((scope) => talks.talksById(scope.visibility), records.talkRecord),
  publicTalk: recordBatch(() => talks.talksById('public'), records.talkRecord),
  track: recordBatch((scope) => tracksById(scope.visibility), records.identity),
  user: recordBatch(() => usersById, records.identity),
  pendingEmail: recordBatch(() => pendingEmailsById, records.identity),
  eventComment: recordBatch((scope) => eventCommentsById(scope.visibility), records.eventCommentRecord),
  talkComment: recordBatch((scope) => talkComments.talkCommentsById(scope.visibility), records.talkCommentRecord),
  reportedEventComment: recordBatch((scope) => reportedEventCommentsById(scope.visibility), records.eventCommentRecord),
  reportedTalkComment: recordBatch(
    (scope) => talkComments.reportedTalkCommentsById(scope.visibility),
    records.talkCommentRecord,
  ),
  claimForHost: recordBatch((scope) => claimsById(decidedEvents(scope)), records.claimRecord),
  reportForHost: reportsForHost,
  eventCommentReportForHost: reportsOf('eventCommentId'),
  talkCommentReportForHost: reportsOf('talkCommentId'),
  cancelledTalk: recordBatch((scope) => cancelledTalksById(scope.visibility), records.cancelledTalkRecord),
  speaker: recordBatch((scope) => parts.speakersById(scope.visibility), records.identity),
  talkLink: recordBatch((scope) => parts.linksById(scope.visibility), records.identity),
  sharedFeedback: recordBatch(() => shares.ownSharesById, records.shareRecord),
  accessToken: ifAllowed(
    managesAccounts,
    recordBatch(() => ownTokensById, records.accessTokenRecord),
  ),
  grant: ifAllowed(
    managesAccounts,
    recordBatch(() => ownGrantsById, records.grantRecord),
  ),
  webhook: ifAllowed(
    managesWebhooks,
    recordBatch((scope) => webhooksById(scope.visibility), records.webhookRecord),
  ),
  webhookDelivery: ifAllowed(
    managesWebhooks,
    recordBatch((scope) => deliveriesById(scope.visibility), records.deliveryRecord),
  ),
  application: ifAllowed(
    managesAccounts,
    recordBatch(() => ownApplicationsById, records.applicationRecord),
  ),
  applicationOfToken: recordBatch(() => applicationsById, records.applicationRecord),
  language: recordBatch(() => languagesById, records.identity),
  talkType: recordBatch(() => talkTypesById, records.identity),

  speakersOfTalk: listBatch(parts.speakersOfTalks, records.identity),
  speakerNamesOfTalk: listBatch(parts.speakerNamesOfTalks, records.identity),
  tracksOfTalk: listBatch(parts.tracksOfTalks, records.identity),
  trackNamesOfTalk: listBatch(parts.trackNamesOfTalks, records.identity),
  sharesOfTalk: listBatch(shares.ownSharesOfTalks, records.shareRecord),
  originsOfTalk: listBatch(talks.originsOfTalks, records.originRecord),
  linksOfTalk: listBatch(parts.linksOfTalks, records.identity),
  webhooksOfEvent: listIfAllowed(managesWebhooks, (scope) =>
    listBatch(webhooksOfEvents(scope.visibility), records.webhookRecord),
  ),
  hostsOfEvent: listBatch(hostsOfEvents, records.identity),
  claimsOfEvent: listBatch(claimsOfEvents, records.claimRecord),
  reportedCommentsOfEvent: listBatch(reportedCommentsOfEvents, records.reportRecord),
  reportedTalkCommentsOfEvent: listBatch(reportedTalkCommentsOfEvents, records.reportRecord),
  versionsOfEventComment: listBatch(versionsOfEventComments, records.versionRecord),
  versionsOfTalkComment: listBatch(versionsOfTalkComments, records.versionRecord),
  viewerRatingsOfTalk: listBatch(talks.ratedByViewer, records.identity),
  eventRatingDistribution: listBatch(eventRatingDistribution, records.identity),
  speakerRatingDistribution: listBatch(speakerRatingDistribution, records.identity),
  talkRatingDistribution: listBatch(talks.talkRatingDistribution, records.identity),

  feedbackSummary: recordBatch(() => feedbackSummaries, records.identity),
  currentTalks: currentTalksOfEvents,
  scheduleOfEvent: recordBatch(() => scheduleOfEvents, records.eventScheduleRecord),
  scheduleOfTalk: recordBatch(() => scheduleOfTalks, records.talkScheduleRecord),

  viewerHosts: flagBatch(hostedByViewer),
  viewerAttends: flagBatch(attendedByViewer),
  viewerStarred: flagBatch(talks.starredByViewer),
  viewerSpeaks: flagBatch(talks.spokenByViewer),
} as const;

/** Pages and totals of a record's child list. */
export interface ListBatches<Value> {
  pages(scope: ReadScope, parents: readonly string[], request: PageRequest): Promise<Page<Value>[]>;
  counts(scope: ReadScope, parents: readonly string[]): Promise<number[]>;
}

function list<Row, Value>(
  statementFor: (scope: ReadScope) => ChildList<ViewerArgument, Row>,
  toRecord: ToRecord<Row, Value>,
): ListBatches<Value> {
  return {
    async pages(scope, parents, request) {
      const pages = await statementFor(scope).pages(scope.run, viewerArgument(scope), parents, request);
      return pages.map((page) => ({ ...page, nodes: page.nodes.map((row) => toRecord(row, scope)) }));
    },
    counts: (scope, parents) => statementFor(scope).counts(scope.run, viewerArgument(scope), parents),
  };
}

/** Paginated lists, by name. */
export const lists = {
  talksOfEvent: list((scope) => talks.talksOfEvent(scope.visibility), records.talkRecord),
  cancelledTalksOfEvent: list((scope) => cancelledTalksOfEvent(scope.visibility), records.cancelledTalkRecord),
  talksOfTrack: list((scope) => talks.talksOfTrack(scope.visibility), records.talkRecord),
  talksStarredByViewer: list((scope) => talks.talksStarredByViewer(scope.visibility), records.talkRecord),
  talksOfUser: list((scope) => talks.talksOfUser(scope.visibility), records.talkRecord),
  tracksOfEvent: list(() => tracksOfEvent, records.identity),
  attendeesOfEvent: list(() => attendeesOfEvent, records.identity),
  commentsOfEvent: list((scope) => commentsOfEvent(scope.visibility), records.eventCommentRecord),
  commentsOfTalk: list((scope) => talkComments.commentsOfTalk(scope.visibility), records.talkCommentRecord),
  commentsOfShare: list(() => shares.commentsOfShare, records.talkCommentRecord),
  talkCommentsOfEvent: list((scope) => talkComments.talkCommentsOfEvent(scope.visibility), records.talkCommentRecord),
  talkCommentsOfUser: list((scope) => talkComments.talkCommentsOfUser(scope.visibility), records.talkCommentRecord),
  eventsAttendedByUser: list((scope) => eventsAttendedByUser(scope.visibility), records.eventRecord),
  deliveriesOfWebhook: list(() => deliveriesOfWebhook, records.deliveryRecord),
  eventsHostedByUser: list((scope) => eventsHostedByUser(scope.visibility), records.eventRecord),
} as const;

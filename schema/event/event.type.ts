import { requireHost, viewerHosts } from '../../src/core/reads/hosting.js';
import type { eventRecord } from '../../src/core/reads/records.js';
import { enumOf, field, nullable } from '../fields.js';
import { computed, loadedList, shortList, objectType } from '../object-type.js';
import { paged } from '../paging.js';
import { TimeZoneScalar } from '../scalars.js';
import { currentTalkFields } from './current-talks.js';
import { contentsField } from './event-contents.js';
import { eventScheduleFields } from './event-schedule.js';
import { feedbackSummaryField } from '../feedback/summary.type.js';
import { feedbackField } from '../feedback/policy.type.js';
import { programmeOfEvent } from '../talk/programme.js';
import { webhooksField } from '../webhook/webhook.type.js';

const EventStatus = enumOf('EventStatus', 'Review status of a submitted event.', {
  PENDING: 'Pending approval by a site administrator.',
  APPROVED: 'Approved. The event is listed unless it is private.',
  REJECTED:
    'Rejected, and `rejectionReason` may contain the reason; or withdrawn after the approval (`withdrawnDate`).',
});
const EventImageKind = enumOf('EventImageKind', 'Sizes in which the image of an event is stored.', {
  ORIGINAL: 'The uploaded size: square, 140 to 1440 pixels per side.',
  SMALL: '140 by 140 pixels. Images of imported events may have other sizes.',
});
objectType('EventImage', 'An image of an event in one size.', {
  kind: field.of(() => EventImageKind, 'Stored size of the image.'),
  url: field.url('URL of the image file.'),
  width: field.int('Width in pixels.'),
  height: field.int('Height in pixels.'),
});
/** The columns that the resolvers below read; the root field `event` loads only these if no other field is selected. */
type EventFrame = Pick<ReturnType<typeof eventRecord>, 'id' | 'talkCount' | 'trackCount' | 'commentCount'>;

const FOR_HOSTS = 'Visible only to hosts of the event and site administrators; null with an error otherwise.';

objectType('Event', 'A conference or similar gathering with talks, attendees and comments.', {
  id: field.id('Numeric ID of the event, as in `/v2.1/events/{id}`.'),
  name: field.string('Name of the event.'),
  slug: field.string(
    'URL-friendly form of the name. Unique among public events and permanent once the event is public.',
  ),
  description: field.string('Description of the event.'),
  location: field.string('Venue or city, or the word `online`.'),
  startDate: field.dateTime('Start of the event, in its time zone.'),
  endDate: field.dateTime('End of the event, in its time zone.'),
  timeZone: field.of(() => TimeZoneScalar, 'Time zone of the event, in which its dates are returned.'),
  stub: nullable.string('Short unique name for short links; null if there is none.'),
  websiteUrl: nullable.url("URL of the event's website; null if there is none."),
  icon: nullable.string('File name of the small image; null if there is none.', {
    deprecationReason: 'Use `images`. Retained for the v2.1 API until 2028-12-31.',
  }),
  hashtag: nullable.string('Hashtag for posts about the event, such as `#…`; null if there is none.'),
  latitude: nullable.float('Latitude in degrees north; null if unknown.'),
  longitude: nullable.float('Longitude in degrees east; null if unknown.'),
  contactName: nullable.string('Name of the submitter of the event; null if unknown.'),
  cfpStartDate: nullable.dateTime('Opening time of the call for papers; null if not specified.'),
  cfpEndDate: nullable.dateTime('Closing time of the call for papers; null if there is none.'),
  cfpUrl: nullable.url('URL of the call for papers; null if there is none.'),
  status: field.of(() => EventStatus, 'Review status of the event.'),
  isPrivate: field.boolean('Whether the event is visible only to its hosts and site administrators.'),
  reviewDate: nullable.dateTime(
    'Time when a site administrator approved or rejected the event, in UTC; for imported events, the time of the import. Null while the event is pending, and if it was approved at submission.',
  ),
  rejectionReason: nullable.string(
    'Reason for the rejection; null if the event was not rejected or no reason was given.',
  ),
  cancelledDate: nullable.dateTime(
    'Time when the event was cancelled, in UTC; null if it takes place. A cancelled event is not among the hot events and open calls for papers.',
  ),
  withdrawnDate: nullable.dateTime(
    'Time when the approved event was withdrawn, in UTC; null if it is not. A withdrawn event is visible only to its hosts and site administrators.',
  ),
  tags: field.strings('Tags of the event in lower case, in the order of submission.'),
  images: field.records('EventImage', 'The image of the event in each stored size; empty if it has none.'),
  attendeeCount: field.int('Number of users who attend the event.'),
  commentCount: field.int('Number of visible comments on the event itself, excluding comments on its talks.'),
  talkCommentCount: field.int('Number of visible comments on all talks of the event.'),
  trackCount: field.int('Number of tracks of the event.'),
  talkCount: field.int('Number of talks of the event, including talks without a track.'),
  ratings: field.record('Ratings', 'Ratings of the event by registered users other than its hosts.'),
  commentsOpen: field.boolean(
    'Whether comments are open: from the UTC day on which the event starts until 90 days after its start.',
  ),
  feedback: feedbackField,
  feedbackSummary: feedbackSummaryField,
  ...eventScheduleFields,
  talks: programmeOfEvent,
  ...currentTalkFields,
  tracks: paged(
    'Track',
    'Tracks of the event, ordered by name.',
    'tracksOfEvent',
    ({ trackCount }: EventFrame) => trackCount,
  ),
  comments: paged(
    'EventComment',
    'Comments on the event itself, newest first.',
    'commentsOfEvent',
    ({ commentCount }: EventFrame) => commentCount,
  ),
  talkComments: paged(
    'TalkComment',
    'Comments on all talks of the event, newest first. Excludes comments that the feedback policy withholds from the viewer.',
    'talkCommentsOfEvent',
  ),
  attendees: paged('User', 'Users who attend the event, ordered by ID.', 'attendeesOfEvent'),
  hosts: loadedList(field.records('User', 'Users who host the event, ordered by name.'), () => 'hostsOfEvent'),
  webhooks: webhooksField,
  contents: contentsField,
  viewerIsAttending: computed(
    field.boolean('Whether the viewer attends the event; false for anonymous callers.'),
    ({ id }: EventFrame, { viewer, reads }) => viewer !== null && reads.load('viewerAttends', id),
  ),
  viewerCanEdit: computed(
    field.boolean('Whether the viewer can edit the event, as one of its hosts or as a site administrator.'),
    ({ id }: EventFrame, { reads }) => viewerHosts(reads, id),
  ),
  reportedComments: shortList(
    nullable.records('EventCommentReport', `Undecided reports of comments on the event, oldest first. ${FOR_HOSTS}`),
    async ({ id }: EventFrame, { reads }) => {
      await requireHost(reads, id, 'REPORTS_ARE_FOR_HOSTS');
      return reads.load('reportedCommentsOfEvent', id);
    },
  ),
  reportedTalkComments: shortList(
    nullable.records(
      'TalkCommentReport',
      `Undecided reports of comments on talks of the event, oldest first. ${FOR_HOSTS}`,
    ),
    async ({ id }: EventFrame, { reads }) => {
      await requireHost(reads, id, 'REPORTS_ARE_FOR_HOSTS');
      return reads.load('reportedTalkCommentsOfEvent', id);
    },
  ),
  pendingClaims: shortList(
    nullable.records('SpeakerClaim', `Speaker claims that one side has yet to confirm, oldest first. ${FOR_HOSTS}`),
    async ({ id }: EventFrame, { reads }) => {
      await requireHost(reads, id, 'CLAIMS_ARE_FOR_HOSTS');
      return reads.load('claimsOfEvent', id);
    },
  ),
});

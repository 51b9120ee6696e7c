import { talkByName } from '../../src/core/reads/by-name.js';
import { talksByTitleConnection } from '../../src/core/reads/connection.js';
import { feedbackRevealsAt, scheduledEnd, type TalkRecord } from '../../src/core/reads/records.js';
import { enumOf, field, nullable } from '../fields.js';
import { computed, loadedList, maybeRelated, related, objectType } from '../object-type.js';
import { paged, pagedQuery, pageRequest } from '../paging.js';
import { viewerShares } from '../feedback/shared.type.js';
import { boundedText, lookup, queries, query } from '../root-fields.js';
import { talkScheduleFields } from './talk-schedule.js';
import { relations, talksWithRelations } from './talk-relations.js';

export const SessionType = enumOf('TalkType', 'Session type of a talk.', {
  TALK: 'A presentation by one or more speakers.',
  SOCIAL_EVENT: 'A social event alongside the programme.',
  KEYNOTE: 'A plenary session for all attendees.',
  WORKSHOP: 'A hands-on session for participants.',
  EVENT_RELATED: 'Opening, closing, breaks and other organisational items.',
});

export const TalkLinkKind = enumOf('TalkLinkKind', 'Kind of the target of a talk link.', {
  SLIDES: 'Slides.',
  VIDEO: 'A video recording.',
  AUDIO: 'An audio recording.',
  CODE: 'Source code.',
  EVENT_SITE: 'A page about the talk on another feedback site.',
});

objectType('TalkLink', 'A link to slides, a recording or code of a talk.', {
  id: field.id('Numeric ID of the link.'),
  kind: field.of(() => TalkLinkKind, 'Kind of the link target.'),
  url: field.url('URL of the link.'),
});

const UNLINKED = 'null if the speaker is unclaimed or the account is inactive.';

objectType('Speaker', 'A speaker name on a talk and the account linked to it.', {
  id: field.id('Numeric ID of this speaker on this talk.'),
  name: field.string("The linked account's full name, or the name on the talk if no active account is linked."),
  printedName: field.string('The name printed in the programme, which a linked account does not change.'),
  userId: nullable.id(`ID of the account linked to the speaker; ${UNLINKED}`),
  user: maybeRelated('User', 'user', 'userId', `The account linked to the speaker; ${UNLINKED}`),
});

objectType('TalkSource', 'The source from which a talk was imported.', {
  name: field.string('Name of the source: its format, unless the operator chose another name.'),
  foreignId: field.string('ID of the talk in the source; its title and speakers if the source has no IDs.'),
  importedAt: field.dateTime('Time of the last import from this source, in UTC.'),
});

objectType('Talk', 'A session of an event, such as a talk, keynote, workshop or social event.', {
  id: field.id('Numeric ID of the talk, as in `/v2.1/talks/{id}`.'),
  eventId: field.id('ID of the event to which the talk belongs.'),
  event: related('Event', 'event', 'eventId', 'The event to which the talk belongs.'),
  title: field.string('Title of the talk.'),
  slug: field.string('URL-friendly form of the title, unique within the event.'),
  description: field.string('Abstract of the talk.'),
  type: field.of(() => SessionType, 'Session type.'),
  language: related('Language', 'language', 'languageId', 'The language of the talk.'),
  startDate: field.dateTime('Start of the talk, in the time zone of the event.'),
  durationMinutes: field.int('Duration in minutes; 0 if unknown.'),
  scheduledEnd: computed(
    field.dateTime('Scheduled end in the time zone of the event: the start plus the duration.'),
    (talk: TalkRecord) => scheduledEnd(talk),
  ),
  stub: field.string('Short name for short links, unique among all talks.'),
  ...talkScheduleFields,
  commentCount: field.int('Number of visible comments, including those that the feedback policy withholds.'),
  starCount: field.int('Number of users who starred the talk.'),
  ratings: field.record('Ratings', 'Ratings of the talk by registered users other than its speakers.'),
  commentsOpen: field.boolean(
    'Whether comments are open: from the UTC day on which the talk starts, or from its start if `Event.feedback.opens` is `WITH_TALK`, until 90 days after its start.',
  ),
  feedbackRevealsAt: computed(
    nullable.dateTime(
      'Time at which the results of the talk are revealed at the latest, in the time zone of the event: `Event.feedback.revealAfterHours` after its scheduled end. Also returned after the reveal. Null if the policy has no such time.',
    ),
    (talk: TalkRecord) => feedbackRevealsAt(talk),
  ),
  speakers: loadedList(
    field.records('Speaker', 'Speakers of the talk, in the order in which they were added.'),
    relations.speakers,
  ),
  tracks: loadedList(field.records('Track', 'Tracks of the talk, ordered by name.'), relations.tracks),
  links: loadedList(
    field.records('TalkLink', 'Links to slides, recordings and code, oldest first.'),
    () => 'linksOfTalk',
  ),
  source: computed(
    nullable.record('TalkSource', 'The source from which the talk was imported last; null if it was not imported.'),
    async ({ id }: TalkRecord, { reads }) => (await reads.load('originsOfTalk', id))[0] ?? null,
  ),
  comments: paged(
    'TalkComment',
    'Comments on the talk, oldest first. Excludes comments that the feedback policy withholds from the viewer.',
    'commentsOfTalk',
    // The counter excludes private comments, which some authenticated viewers can see, and includes withheld ones.
    ({ commentCount, ratings }: TalkRecord, { viewer }) => (viewer || ratings.areWithheld ? undefined : commentCount),
  ),
  viewerShares,
  viewerHasStarred: computed(
    field.boolean('Whether the viewer starred the talk; false for anonymous callers.'),
    ({ id }: TalkRecord, { viewer, reads }) => viewer !== null && reads.load('viewerStarred', id),
  ),
  viewerRating: computed(
    nullable.int('The first rating of the talk by the viewer, 0 to 5; null if there is none.'),
    async ({ id }: TalkRecord, { viewer, reads }) =>
      viewer ? ((await reads.load('viewerRatingsOfTalk', id))[0]?.rating ?? null) : null,
  ),
});

const HIDDEN = 'Returns null if it does not exist or is not visible to the viewer.';

export const talkQueries = queries({
  talk: lookup('Talk', 'talk', `Look up a talk by ID. ${HIDDEN}`),
  talkByStub: query(
    nullable.record('Talk', `Look up a talk by stub, case-insensitive. ${HIDDEN}`),
    { stub: field.string('The exact stub.') },
    ({ reads }, { stub }) => talkByName(reads, stub),
  ),
  talks: pagedQuery(
    'Talk',
    'Search talks by title, latest start first. There is no list of all talks; list the talks of an event instead.',
    { title: field.string('A part of the title, ignoring case and accents; at most 255 characters.') },
    ({ reads, maxPageSize }, args, info) => {
      const title = boundedText(args.title, 255, 'title');
      return talksWithRelations(talksByTitleConnection(reads, title, pageRequest(args, maxPageSize)), reads, info);
    },
  ),
});

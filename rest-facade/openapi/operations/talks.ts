import { talkLinkNames } from '../../wire-values.js';
import { address, listOf, named, one, text, yesOrNo } from '../json-schema.js';
import { of, type Members } from '../member.js';
import { bare, changed, created, createdRecord, done, gone, page, single, type Operations } from '../operation.js';

const typeWords =
  'Here a word of v2.1, in any case: `Talk`, `Keynote`, `Workshop`, `Social event` or `Event related`; required.';

/** The body of POST and of PUT (spec §4.5). */
const talkBody = (input: 'AddTalkInput' | 'ReplaceTalkInput'): Members => ({
  talk_title: of(`${input}.title`),
  talk_description: of(`${input}.description`),
  type: { ...of(`${input}.type`, text, typeWords), required: true },
  start_date: of(`${input}.startDate`),
  duration: of(`${input}.durationMinutes`),
  language: of(`${input}.language`),
  speakers: of(`${input}.speakers`),
  slides_link: of(`${input}.slidesUrl`),
});

const linkBody = (input: 'AddTalkLinkInput' | 'ReplaceTalkLinkInput'): Members => ({
  display_name: of(`${input}.kind`, one(...Object.values(talkLinkNames))),
  url: of(`${input}.url`),
});

/** Spec §4.5, contract §3.4. */
export const talkOperations: Operations = {
  'GET /v2.1/talks': {
    summary: 'Find talks',
    query: { title: of('Query.talks.title') },
    answers: page('talks', 'Talk'),
    statuses: [405],
  },
  'POST /v2.1/events/:eventId/talks': {
    summary: 'Add a talk',
    body: talkBody('AddTalkInput'),
    answers: createdRecord('talks', 'Talk', 'The talk.'),
  },
  'GET /v2.1/talks/:talkId': { summary: 'A talk', answers: single('talks', 'Talk') },
  'PUT /v2.1/talks/:talkId': {
    summary: 'Describe a talk anew',
    body: talkBody('ReplaceTalkInput'),
    answers: changed('The talk.'),
  },
  'DELETE /v2.1/talks/:talkId': { summary: 'Delete a talk', answers: gone },
  'GET /v2.1/talks/:talkId/comments': { summary: 'Comments on a talk', answers: page('comments', 'TalkComment') },
  'GET /v2.1/talks/:talkId/starred': {
    summary: 'Whether you have starred a talk',
    answers: bare({ has_starred: { ...yesOrNo, description: 'Whether you have starred it.' } }),
  },
  'POST /v2.1/talks/:talkId/starred': { summary: 'Star a talk', answers: created('This address.') },
  'DELETE /v2.1/talks/:talkId/starred': { summary: 'Take the star away', answers: done('This address.') },
  'POST /v2.1/talks/:talkId/tracks': {
    summary: 'Put a talk on a track',
    body: { track_uri: of('AddTalkToTrackInput.trackId', address, 'Here its address.') },
    answers: created('The talk.'),
  },
  'DELETE /v2.1/talks/:talkId/tracks/:trackId': { summary: 'Take a talk off a track', answers: changed('The talk.') },
  'GET /v2.1/talks/:talkId/links': {
    summary: 'Links of a talk',
    answers: bare({ talk_links: { ...listOf(named('TalkLink')), description: 'The links.' } }),
  },
  'POST /v2.1/talks/:talkId/links': {
    summary: 'Add a link',
    body: linkBody('AddTalkLinkInput'),
    answers: changed('The link.'),
  },
  'GET /v2.1/talks/:talkId/links/:linkId': {
    summary: 'A link of a talk',
    id: 'TalkLink',
    answers: [
      {
        status: 200,
        description: 'The link.',
        schema: named('TalkLinkAnswer'),
      },
    ],
  },
  'PUT /v2.1/talks/:talkId/links/:linkId': {
    summary: 'Change a link',
    body: linkBody('ReplaceTalkLinkInput'),
    answers: changed('The link.'),
  },
  'DELETE /v2.1/talks/:talkId/links/:linkId': { summary: 'Remove a link', answers: gone },
};

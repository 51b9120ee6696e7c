import { talkLinkNames } from '../../wire-values.js';
import { address, listOf, named, one, text, yesOrNo } from '../json-schema.js';
import { of, type Members } from '../member.js';
import { bare, changed, created, createdRecord, done, gone, page, single, type Operations } from '../operation.js';

const typeWords =
  'In v2.1 one of these names, case-insensitive: `Talk`, `Keynote`, `Workshop`, `Social event` or `Event related`; required.';

/** An integer number of minutes, or a string that starts with one (decisions.md no. 39). */
const duration = {
  type: ['integer', 'string'],
  minimum: 0,
  maximum: 44_640,
  pattern: '^\\s*(\\d{1,9}\\s*([mM].*)?)?$',
};

/** The body of POST and of PUT (spec §4.5). */
const talkBody = (input: 'AddTalkInput' | 'ReplaceTalkInput'): Members => ({
  talk_title: of(`${input}.title`),
  talk_description: of(`${input}.description`),
  type: { ...of(`${input}.type`, text, typeWords), required: true },
  start_date: of(`${input}.startDate`),
  duration: of(`${input}.durationMinutes`, duration, 'v2.1 also accepts strings such as `45 min`.'),
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
    summary: 'Search talks',
    query: { title: of('Query.talks.title') },
    answers: page('talks', 'Talk'),
    statuses: [405],
  },
  'POST /v2.1/events/:eventId/talks': {
    summary: 'Add a talk',
    body: talkBody('AddTalkInput'),
    answers: createdRecord('talks', 'Talk', 'The talk.'),
  },
  'GET /v2.1/talks/:talkId': { summary: 'Get a talk', answers: single('talks', 'Talk') },
  'PUT /v2.1/talks/:talkId': {
    summary: 'Replace a talk',
    body: talkBody('ReplaceTalkInput'),
    answers: changed('The talk.'),
  },
  'DELETE /v2.1/talks/:talkId': { summary: 'Delete a talk', answers: gone },
  'GET /v2.1/talks/:talkId/comments': { summary: 'List comments on a talk', answers: page('comments', 'TalkComment') },
  'GET /v2.1/talks/:talkId/starred': {
    summary: 'Check whether you have starred a talk',
    answers: bare({ has_starred: { ...yesOrNo, description: 'Whether you have starred the talk.' } }),
  },
  'POST /v2.1/talks/:talkId/starred': { summary: 'Star a talk', answers: created('The request URL.') },
  'DELETE /v2.1/talks/:talkId/starred': { summary: 'Unstar a talk', answers: done('The request URL.') },
  'POST /v2.1/talks/:talkId/tracks': {
    summary: 'Add a talk to a track',
    body: { track_uri: of('AddTalkToTrackInput.trackId', address, 'In v2.1 the URL of the track.') },
    answers: created('The talk.'),
  },
  'DELETE /v2.1/talks/:talkId/tracks/:trackId': {
    summary: 'Remove a talk from a track',
    answers: changed('The talk.'),
  },
  'GET /v2.1/talks/:talkId/links': {
    summary: 'List links of a talk',
    answers: bare({ talk_links: { ...listOf(named('TalkLink')), description: 'The links.' } }),
  },
  'POST /v2.1/talks/:talkId/links': {
    summary: 'Add a link to a talk',
    body: linkBody('AddTalkLinkInput'),
    answers: changed('The link.'),
  },
  'GET /v2.1/talks/:talkId/links/:linkId': {
    summary: 'Get a link of a talk',
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
    summary: 'Replace a link of a talk',
    body: linkBody('ReplaceTalkLinkInput'),
    answers: changed('The link.'),
  },
  'DELETE /v2.1/talks/:talkId/links/:linkId': { summary: 'Remove a link from a talk', answers: gone },
};

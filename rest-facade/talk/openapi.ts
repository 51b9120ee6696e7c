import { talkBody, talkTrackBody } from './body.js';
import { talkLinkNames } from '../wire-values.js';
import { listOf, named, one, yesOrNo } from '../openapi/json-schema.js';
import { of, type Members } from '../openapi/member.js';
import {
  bare,
  changed,
  created,
  createdRecord,
  done,
  gone,
  page,
  single,
  type Operations,
} from '../openapi/operation.js';

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
    body: talkBody.membersOf('AddTalkInput'),
    answers: createdRecord('talks', 'Talk', 'The talk.'),
  },
  'GET /v2.1/talks/:talkId': { summary: 'Get a talk', answers: single('talks', 'Talk') },
  'PUT /v2.1/talks/:talkId': {
    summary: 'Replace a talk',
    body: talkBody.membersOf('ReplaceTalkInput'),
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
    body: talkTrackBody.membersOf('AddTalkToTrackInput'),
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

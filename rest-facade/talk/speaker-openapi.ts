import { speakerBody } from './speaker-body.js';
import { text } from '../openapi/json-schema.js';
import { of, type Members } from '../openapi/member.js';
import { changed, page, type Operations } from '../openapi/operation.js';

const speakerQuery: Members = {
  display_name: of('RejectSpeakerClaimInput.speakerName', text, 'Also accepted in the body.'),
  username: of('RejectSpeakerClaimInput.username', text, 'Also accepted in the body.'),
};

/** Contract §3.5. */
export const speakerOperations: Operations = {
  'GET /v2.1/talks/:talkId/speakers': { summary: 'List speakers of a talk', answers: page('speakers', 'Speaker') },
  'POST /v2.1/talks/:talkId/speakers': {
    summary: 'Claim a talk or approve a claim',
    body: speakerBody.membersOf('ClaimSpeakerInput'),
    answers: changed('The speakers of the talk.'),
  },
  'DELETE /v2.1/talks/:talkId/speakers': {
    summary: 'Reject a claim',
    query: speakerQuery,
    answers: changed('The talk.'),
  },
  'DELETE /v2.1/talks/:talkId/speakers/:userId': {
    summary: 'Unlink an account from a talk',
    answers: changed('The talk.'),
  },
};

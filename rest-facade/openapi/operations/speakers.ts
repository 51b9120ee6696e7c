import { text } from '../json-schema.js';
import { of, type Members } from '../member.js';
import { changed, page, type Operations } from '../operation.js';

const speakerQuery: Members = {
  display_name: of('RejectSpeakerClaimInput.speakerName', text, 'Also accepted in the body.'),
  username: of('RejectSpeakerClaimInput.username', text, 'Also accepted in the body.'),
};

/** Contract §3.5. */
export const speakerOperations: Operations = {
  'GET /v2.1/talks/:talkId/speakers': { summary: 'List speakers of a talk', answers: page('speakers', 'Speaker') },
  'POST /v2.1/talks/:talkId/speakers': {
    summary: 'Claim a talk or approve a claim',
    body: {
      display_name: of('ClaimSpeakerInput.speakerName'),
      username: of('ClaimSpeakerInput.username'),
    },
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

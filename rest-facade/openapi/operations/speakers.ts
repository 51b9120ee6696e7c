import { text } from '../json-schema.js';
import { of, type Members } from '../member.js';
import { changed, page, type Operations } from '../operation.js';

const speakerQuery: Members = {
  display_name: of('RejectSpeakerClaimInput.speakerName', text, 'It may stand in a body as well.'),
  username: of('RejectSpeakerClaimInput.username', text, 'It may stand in a body as well.'),
};

/** Contract §3.5. */
export const speakerOperations: Operations = {
  'GET /v2.1/talks/:talkId/speakers': { summary: 'Speakers of a talk', answers: page('speakers', 'Speaker') },
  'POST /v2.1/talks/:talkId/speakers': {
    summary: 'Claim a talk, or confirm a claim',
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
    summary: 'Take an account off a talk',
    answers: changed('The talk.'),
  },
};

import * as operations from '../operations/documents.generated.js';
import { route } from '../route.js';
import { changed } from '../shape/written.js';
import { speakerBody } from './speaker-body.js';

const REMOVE = 'You must be logged in to remove data';
const { fieldNames } = speakerBody;
const sentences = {
  FIELD_REQUIRED: 'You must provide a display name and a username',
  USER_UNKNOWN: 'Specified user not found',
} as const;

/** Claims of contract §3.5. DELETE reads the two names from the query or the body. */
export const speakerWriteRoutes = [
  route('POST /v2.1/talks/:talkId/speakers', {
    operation: operations.ClaimSpeakerDocument,
    variables: (request) => ({ input: { talkId: request.params.talkId, ...speakerBody(request) } }),
    reply: (_, { links, params }) => changed(links.below(links.talk(params.talkId), 'speakers')),
    login: 'You must be logged in to create data',
    sentences,
    fieldNames,
  }),
  route('DELETE /v2.1/talks/:talkId/speakers', {
    operation: operations.RejectSpeakerClaimDocument,
    variables: (request) => ({ input: { talkId: request.params.talkId, ...speakerBody(request) } }),
    reply: (_, { links, params }) => changed(links.talk(params.talkId)),
    login: REMOVE,
    sentences: {
      ...sentences,
      HOSTS_ONLY: 'You do not have permission to reject the speaker claim on this talk',
    },
    fieldNames,
  }),
  route('DELETE /v2.1/talks/:talkId/speakers/:userId', {
    operation: operations.UnlinkSpeakerDocument,
    variables: ({ params }) => ({ input: { talkId: params.talkId, userId: params.userId } }),
    reply: (_, { links, params }) => changed(links.talk(params.talkId)),
    login: REMOVE,
    sentences: {
      HOSTS_AND_SPEAKERS_ONLY: 'You do not have permission to remove this speaker from this talk',
    },
  }),
];

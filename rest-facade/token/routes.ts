import * as operations from '../operations/documents.generated.js';
import { plainListVariables } from '../read/list.js';
import { issueTokenInput } from './body.js';
import { route } from '../route.js';
import { pageOf, recordOf } from '../shape/envelope.js';
import { issuedToken } from './reply.js';
import { tokenRecord } from './record.js';
import { changed } from '../shape/written.js';

const guarded = {
  login: 'You must be logged in',
  sentences: { FIRST_PARTY_ONLY: 'You can not access the token list with this client' },
};

/** Login and logout: contract §2.2 and §2.3. */
export const tokenRoutes = [
  route('POST /v2.1/token', {
    operation: operations.IssueTokenDocument,
    variables: (request) => ({ input: issueTokenInput(request) }),
    reply: (data, request) => issuedToken(data.issueToken, request),
    sentences: { CLIENT_REFUSED: 'This client cannot authenticate using the password grant type' },
    legacyRateLimit: 'Signin failed',
  }),
  route('GET /v2.1/token', {
    operation: operations.AccessTokensDocument,
    variables: plainListVariables,
    reply: (data, request) => pageOf('tokens', data.accessTokens, tokenRecord, request, data),
    ...guarded,
  }),
  route('GET /v2.1/token/:tokenId', {
    operation: operations.AccessTokenDocument,
    variables: ({ params }) => ({ id: params.tokenId }),
    reply: (data, request) => recordOf('tokens', data.accessToken, tokenRecord, 'No tokens found', request, data),
    ...guarded,
  }),
  route('DELETE /v2.1/token/:tokenId', {
    operation: operations.RevokeTokenDocument,
    variables: ({ params }) => ({ input: { tokenId: params.tokenId } }),
    reply: (_, { links }) => changed(links.tokens()),
    ...guarded,
  }),
];

import * as operations from '../../operations/documents.generated.js';
import { text, address } from '../../wire/json-schema.js';
import { plainListVariables } from '../../wire/paging.js';
import { bareResponse, changed, page, replying, single, unstored } from '../../table/replies.js';
import { unsupported, route } from '../../table/route.js';
import { bareOf } from '../../wire/envelope.js';
import { tokenBody, tokenRecord } from './record.js';

const twitter = 'Cannot login via Twitter';

const guarded = {
  login: 'You must be logged in',
  sentences: { FIRST_PARTY_ONLY: 'You can not access the token list with this client' },
};

/** Login and logout: contract §2.2 and §2.3. */
export const tokenRoutes = [
  unsupported('POST /v2.1/twitter/request_token', twitter, {
    summary: 'Request a Twitter token',
    id: 'TwitterRequestToken',
  }),
  unsupported('POST /v2.1/twitter/token', twitter, { summary: 'Log in with Twitter', id: 'TwitterToken' }),
  unsupported('POST /v2.1/facebook/token', 'Cannot login via Facebook', {
    summary: 'Log in with Facebook',
    id: 'FacebookToken',
  }),
  route('POST /v2.1/token', operations.IssueTokenDocument, {
    summary: 'Log in',
    body: tokenBody.membersOf('IssueTokenInput'),
    variables: (request) => ({ input: tokenBody(request) }),
    // Only the access token and its user (contract §2.2 and §7.1).
    reply: unstored(
      replying(
        [
          bareResponse({
            access_token: {
              ...text,
              description: 'The access token, shown only once. Send it as `Authorization: Bearer …`.',
            },
            user_uri: { ...address, description: 'The authenticated user.' },
          }),
        ],
        ({ issueToken: { accessToken, user, viewer } }, request) =>
          bareOf({ access_token: accessToken, user_uri: request.links.user(user.id) }, request, { viewer }),
      ),
    ),
    sentences: { CLIENT_REFUSED: 'This client cannot authenticate using the password grant type' },
    legacyRateLimit: 'Signin failed',
  }),
  route('GET /v2.1/token', operations.AccessTokensDocument, {
    summary: 'List your access tokens',
    variables: plainListVariables,
    reply: page('tokens', tokenRecord, ({ accessTokens }) => accessTokens),
    ...guarded,
  }),
  route('GET /v2.1/token/:tokenId', operations.AccessTokenDocument, {
    summary: 'Get one of your access tokens',
    variables: ({ params }) => ({ id: params.tokenId }),
    reply: single('tokens', tokenRecord, 'No tokens found', ({ accessToken }) => accessToken),
    ...guarded,
  }),
  route('DELETE /v2.1/token/:tokenId', operations.RevokeTokenDocument, {
    summary: 'Revoke an access token',
    variables: ({ params }) => ({ input: { tokenId: params.tokenId } }),
    reply: changed('Your access tokens.', (_, { links }) => links.tokens()),
    ...guarded,
  }),
];

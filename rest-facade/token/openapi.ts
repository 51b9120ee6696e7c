import { applicationBody, applicationReplacementBody } from '../application/body.js';
import { address, one, text } from '../openapi/json-schema.js';
import { of, own } from '../openapi/member.js';
import { bare, changed, createdRecord, page, single, type Operations } from '../openapi/operation.js';

const notOffered = { answers: [], description: 'Not supported: always responds with 501.' };

/** Contract §2.2 and §2.3. */
export const tokenOperations: Operations = {
  'POST /v2.1/token': {
    summary: 'Log in',
    body: {
      grant_type: { ...own(one('password'), 'OAuth grant type.'), required: true },
      username: of('IssueTokenInput.username'),
      password: of('IssueTokenInput.password'),
      client_id: of('IssueTokenInput.clientId'),
      client_secret: of('IssueTokenInput.clientSecret'),
    },
    answers: bare({
      access_token: {
        ...text,
        description: 'The access token, shown only once. Send it as `Authorization: Bearer …`.',
      },
      user_uri: { ...address, description: 'The authenticated user.' },
    }),
  },
  'GET /v2.1/token': { summary: 'List your access tokens', answers: page('tokens', 'Token') },
  'GET /v2.1/token/:tokenId': { summary: 'Get one of your access tokens', answers: single('tokens', 'Token') },
  'DELETE /v2.1/token/:tokenId': { summary: 'Log out', answers: changed('Your access tokens.') },
  'POST /v2.1/twitter/request_token': {
    summary: 'Request a Twitter token',
    id: 'TwitterRequestToken',
    ...notOffered,
  },
  'POST /v2.1/twitter/token': { summary: 'Log in with Twitter', id: 'TwitterToken', ...notOffered },
  'POST /v2.1/facebook/token': { summary: 'Log in with Facebook', id: 'FacebookToken', ...notOffered },
};

/** Contract §2.4. */
export const applicationOperations: Operations = {
  'GET /v2.1/applications': { summary: 'List your applications', answers: page('clients', 'Application') },
  'POST /v2.1/applications': {
    summary: 'Register an application',
    body: applicationBody.membersOf('RegisterApplicationInput'),
    answers: createdRecord('clients', 'Application', 'The application; `verbose=yes` includes its secret.'),
  },
  'GET /v2.1/applications/:applicationId': {
    summary: 'Get one of your applications',
    answers: single('clients', 'Application'),
  },
  'PUT /v2.1/applications/:applicationId': {
    summary: 'Replace an application',
    body: applicationReplacementBody.membersOf('ReplaceApplicationInput'),
    answers: createdRecord('clients', 'Application', 'The application.'),
  },
  'DELETE /v2.1/applications/:applicationId': {
    summary: 'Delete an application',
    answers: changed('Your applications.'),
  },
};

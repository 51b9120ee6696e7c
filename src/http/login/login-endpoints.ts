import { HttpError } from '../http-error.js';
import { jsonReply } from '../fixed-document.js';
import { coreRows, type RowTable } from '../rows/row.js';
import { sentenceForPeople } from '../rows/sentences.js';
import { authorize } from './authorize.js';
import { tokenError } from './client-form.js';
import { errorPage } from './login-page.js';
import { metadataOf, paths } from './metadata.js';
import { revoke } from './revoke.js';
import { exchangeToken } from './token.js';

/** A token in the request has no meaning here. */
const common = { maxRecords: 1, credentials: 'ignored' } as const;

/**
 * The login form of public clients, by the authorization code flow with PKCE.
 *
 * @param websiteUrl base URL of the pages for people; undefined: the service itself
 */
export const loginPage = (websiteUrl: string | undefined): RowTable => ({
  ...{ ...common, isSameOrigin: true },
  rows: coreRows(
    ['GET', 'HEAD', 'POST'],
    paths.authorize,
    async ({ productName, origin }, { incoming: request, context }) =>
      authorize({ request, context: await context(), settings: { productName, website: websiteUrl ?? origin } }),
  ),
  render(error, { productName }) {
    const reply = errorPage(error.status, sentenceForPeople(error), { productName });
    return { ...reply, headers: { ...reply.headers, ...error.headers } };
  },
});

/** What these clients call, from any origin. */
export const loginEndpoints: RowTable = {
  ...common,
  rows: [
    ...coreRows(['POST'], paths.token, async (_, { incoming, context }) => exchangeToken(incoming, await context())),
    ...coreRows(['POST'], paths.revocation, async (_, { incoming, context }) => revoke(incoming, await context())),
    ...coreRows(['GET'], paths.metadata, ({ origin }) => {
      if (origin === '') return Promise.reject(new HttpError(400, 'INVALID', 'HOST_UNKNOWN'));
      return Promise.resolve(jsonReply({ status: 200, body: metadataOf(origin) }));
    }),
  ],
  render: (error) => tokenError('invalid_request', sentenceForPeople(error), error.status, error.headers),
};

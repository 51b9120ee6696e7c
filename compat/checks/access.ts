import { looked, status, type Check, type Sighting } from '../check.js';
import { withQuery, type Client, type Exchange } from '../client.js';
import { documentOf } from '../document.js';
import { isObject } from '../value-types.js';
import { refused } from './refusals.js';

/** An unknown token without the format of a real one. */
const UNKNOWN = 'not-a-token-of-anybody';
const NEEDS_TOKEN = 'a token: --token';

const withHeader = (client: Client, path: string, Authorization: string) =>
  client.ask(path, { headers: { Authorization } });

/** Malformed `Authorization` headers and their messages (contract §2.1). */
const headers: readonly (readonly [header: string, sentence: string])[] = [
  ['Bearer', 'Invalid Authorization Header'],
  ['Bearer one two', 'Invalid Authorization Header'],
  ['Basic bm9ib2R5', 'Unknown Authorization Header Received'],
];

const readable: readonly (readonly [sections: string, scheme: string])[] = [
  ['2.1', 'Bearer'],
  ['2.1, 7.1.3', 'OAuth'],
  ['2.1, 7.1.3', 'oAuTh'],
];

/** Asserts the user in `meta.user_uri`; another check covers responses without `meta`. */
function userIn({ url, body }: Exchange, holds: (user: unknown) => boolean, wanted: string): Sighting[] {
  const meta = isObject(body) ? body['meta'] : undefined;
  return isObject(meta) ? [looked(url, 'meta.user_uri', holds(meta['user_uri']), meta['user_uri'], wanted)] : [];
}

const isUser = (user: unknown) => /\/v2\.1\/users\/[1-9]\d*$/.test(String(user));

const USER_URI = '…/v2.1/users/<number>';

export const accessChecks: readonly Check[] = [
  ...headers.map(([header, sentence]): Check => ({
    sections: '2.1',
    title: `Authorization: ${header} is 400 "${sentence}"`,
    needs: 'a response',
    async *look({ client }) {
      yield* refused(await withHeader(client, '/v2.1/events?resultsperpage=1', header), 400, sentence);
    },
  })),
  ...readable.map(([sections, scheme]): Check => ({
    sections,
    title: `the scheme ${scheme} is read`,
    needs: 'a response',
    async *look({ client }) {
      const path = '/v2.1/events?resultsperpage=1';
      yield status(await withHeader(client, path, `${scheme} ${UNKNOWN}`), 200);
      const token = client.asUser?.Authorization.replace(/^Bearer /, '');
      if (token !== undefined) yield* userIn(await withHeader(client, path, `${scheme} ${token}`), isUser, USER_URI);
    },
  })),
  {
    sections: '2.1',
    title: 'an unknown token reads as anonymous',
    needs: 'a response',
    async *look({ client }) {
      const path = '/v2.1/events?resultsperpage=1';
      yield* userIn(await withHeader(client, path, `Bearer ${UNKNOWN}`), (user) => user === undefined, 'nothing');
    },
  },
  {
    sections: '2.1',
    title: 'an unknown token is 401 where login is required, with WWW-Authenticate',
    needs: 'a response',
    async *look({ client }) {
      const answer = await withHeader(client, '/v2.1/applications', `Bearer ${UNKNOWN}`);
      const header = answer.headers.get('WWW-Authenticate');
      yield status(answer, 401);
      if (answer.status !== 401) return;
      yield looked(
        answer.url,
        'WWW-Authenticate',
        /error="invalid_token"/.test(header ?? ''),
        header,
        'error="invalid_token"',
      );
    },
  },
  {
    sections: '1.6, 2.1',
    title: 'user_uri is in the meta of every authenticated response',
    needs: NEEDS_TOKEN,
    look: ({ documents }) =>
      documents
        .filter(({ asUser, exchange }) => asUser && exchange.status === 200)
        .flatMap(({ exchange }) => userIn(exchange, isUser, USER_URI)),
  },
  {
    sections: '3.9',
    title: 'users see their own e-mail address and may edit their account',
    needs: NEEDS_TOKEN,
    async *look({ user, client }) {
      if (user === undefined || !client.asUser) return;
      const answer = await client.ask(withQuery(user, { verbose: 'yes' }), { headers: client.asUser });
      const [found] = documentOf(answer, { kind: 'user', shape: 'record' }, true).entries;
      const { email, can_edit } = found?.record ?? {};
      yield looked(answer.url, 'users[0].email', typeof email === 'string', email, 'a string');
      yield looked(answer.url, 'users[0].can_edit', can_edit === true, can_edit, 'true');
    },
  },
];

import { compared, looked, status, type Check, type Sighting } from '../check.js';
import type { Client, Exchange, Question } from '../client.js';
import type { Visit } from '../visit.js';

const LIST = '/v2.1/talk_types?resultsperpage=2';
const MISSING = '/v2.1/nothing-of-this-name';
const CALLBACK = 'jQuery110_1.done';
const PAGE = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

type Row = readonly [sections: string, title: string, look: (visit: Visit) => AsyncIterable<Sighting>];

const typed = ({ url, headers }: Exchange, type: string): Sighting =>
  compared(url, 'Content-Type', headers.get('Content-Type'), type);

/** Asserts JSON; another check covers the exact media type. */
const isJson = ({ url, headers }: Exchange): Sighting => {
  const type = headers.get('Content-Type');
  return looked(url, 'Content-Type', /^application\/json\b/.test(type ?? ''), type, 'application/json');
};

/** Asserts that a callback wraps the plain response (contract §1.2). */
async function* wrapped(client: Client, path: string): AsyncGenerator<Sighting> {
  const plain = await client.ask(path);
  const answer = await client.ask(`${path}${path.includes('?') ? '&' : '?'}callback=${CALLBACK}`, { form: 'script' });
  const inside = new RegExp(`^(?:/\\*\\*/)?${CALLBACK.replace('.', '\\.')}\\(([^]*)\\);?\\s*$`).exec(answer.text)?.[1];
  yield status(answer, plain.status);
  yield looked(answer.url, 'body', inside !== undefined, answer.text, `${CALLBACK}(…);`);
  // Page links repeat the callback, so only the part before `meta` is compared.
  const length = plain.text.indexOf('"meta"') + 1 || plain.text.length;
  if (inside !== undefined) yield compared(answer.url, 'body', inside.slice(0, length), plain.text.slice(0, length));
}

async function* pages(
  client: Client,
  asking: readonly (readonly [string, Question['headers']])[],
): AsyncGenerator<Sighting> {
  for (const [path, headers] of asking) {
    const answer = await client.ask(path, { form: 'page', ...(headers && { headers }) });
    yield status(answer, path.startsWith(MISSING) ? 404 : 200);
    yield typed(answer, 'text/html; charset=utf8');
  }
}

const table: readonly Row[] = [
  [
    '1.2',
    'format=json and any Accept with application/json return JSON, also for browsers',
    async function* ({ client }) {
      yield isJson(await client.ask(`${LIST}&format=json`, { headers: PAGE }));
      yield isJson(await client.ask(LIST, { headers: { Accept: 'text/html, application/json;q=0.1' } }));
      yield isJson(await client.ask(LIST, { headers: { Accept: '*/*' } }));
    },
  ],
  [
    '1.2',
    'browsers and format=html get an HTML page',
    async function* ({ client }) {
      yield* pages(client, [
        [LIST, PAGE],
        [`${LIST}&format=html`, undefined],
        [MISSING, PAGE],
      ]);
    },
  ],
  [
    '1.2, 7.1.15',
    'JSONP wraps responses and errors',
    async function* ({ client }) {
      yield* wrapped(client, LIST);
      yield* wrapped(client, MISSING);
    },
  ],
  [
    '1.2',
    'JSONP is a script: application/javascript; charset=utf8, nosniff',
    async function* ({ client }) {
      const answer = await client.ask(`${LIST}&callback=f`, { form: 'script' });
      yield typed(answer, 'application/javascript; charset=utf8');
      yield compared(answer.url, 'X-Content-Type-Options', answer.headers.get('X-Content-Type-Options'), 'nosniff');
    },
  ],
  [
    '1.2',
    'a callback that is no name of a function is 400',
    async function* ({ client }) {
      yield status(await client.ask(`${LIST}&callback=alert(1)//`, { form: 'script' }), 400);
    },
  ],
  [
    '1.1',
    'HEAD is GET without the body',
    async function* ({ client }) {
      for (const path of [LIST, MISSING]) {
        const [get, head] = [await client.ask(path), await client.ask(path, { method: 'HEAD' })];
        yield status(head, get.status);
        yield compared(head.url, 'Content-Type', head.headers.get('Content-Type'), get.headers.get('Content-Type'));
        yield compared(head.url, 'body', head.text, '');
      }
    },
  ],
  [
    '1.3',
    'a preflight from another origin is allowed',
    async function* ({ client }) {
      const answer = await client.ask('/v2.1/events', {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example.org', 'Access-Control-Request-Method': 'POST' },
      });
      yield looked(answer.url, 'status', answer.status === 200 || answer.status === 204, answer.status, '204');
      yield compared(answer.url, 'Access-Control-Allow-Origin', answer.headers.get('Access-Control-Allow-Origin'), '*');
      for (const [name, words] of [
        ['Access-Control-Allow-Headers', ['Authorization', 'Content-Type']],
        ['Access-Control-Allow-Methods', ['GET', 'POST', 'PUT', 'DELETE']],
      ] as const) {
        const value = answer.headers.get(name) ?? '';
        yield looked(
          answer.url,
          name,
          words.every((word) => value.includes(word)),
          value,
          words.join(', '),
        );
      }
    },
  ],
  [
    '1.1',
    'slashes at the end of a path do not matter',
    async function* ({ client, known }) {
      const [event] = known('event');
      const below = event ? ['', '/talks', '/comments'].map((path) => `${String(event['uri'])}${path}/`) : [];
      for (const path of ['/v2.1/', '/v2.1/events/', '/v2.1/languages/', '/v2.1/talk_types/', ...below]) {
        yield status(await client.ask(path), 200);
      }
    },
  ],
  [
    '1.2',
    'unknown parameters are ignored',
    async function* ({ client }) {
      yield status(await client.ask(`${LIST}&nobody=knows&format=json`), 200);
    },
  ],
];

export const formChecks: readonly Check[] = table.map(([sections, title, look]) => ({
  ...{ sections, title, look },
  needs: 'a response',
}));

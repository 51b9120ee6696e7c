// The tests of REST and GraphQL that cannot run against two services behind haproxy (`npm test -- --scale`): those whose
// full names begin with a text. Every other test in test/rest and test/graphql runs;
// test/architecture/scale-exceptions.test.ts checks that the list contains nothing else.

const COUNTED_BY_PROCESS = 'a process counts, and limits, what it serves itself';
const COUNTS_STATEMENTS =
  'compares the statements of one process, which the response cache of the other one does not spare';
const STATEMENTS_ON_PRIMARY = 'records the statements on the primary, but not those that the replica serves';
const KEPT_BY_PROCESS = 'a process knows the persisted queries that were sent to it; clients send the text again';
const CLIENT_IS_HAPROXY = 'the service sees the connection of haproxy, which reads and rejects requests itself';

/** @type {readonly { file: string, test: string, reason: string }[]} */
export const exceptions = [
  ...[
    'are registered with their text',
    'are costed for each set',
    'never run a mutation by GET',
    'use at most 4 MB',
  ].map((test) => ({
    file: 'graphql/persisted-queries.test',
    test: `automatic persisted queries (decisions no. 65) ${test}`,
    reason: KEPT_BY_PROCESS,
  })),
  { file: 'graphql/read-ahead.test', test: 'Reading ahead shares the round trip', reason: COUNTS_STATEMENTS },
  {
    file: 'graphql/scanning-counts.test',
    test: 'of one caller two scans run at a time',
    reason: COUNTED_BY_PROCESS,
  },
  {
    file: 'graphql/statements.test',
    test: 'the statements of an operation do not depend on the number of records',
    reason: COUNTS_STATEMENTS,
  },
  ...['of talks with', 'the relations that are included'].map((test) => ({
    file: 'graphql/talk-relations.test',
    test,
    reason: STATEMENTS_ON_PRIMARY,
  })),
  {
    file: 'rest/answered-early.test',
    test: 'a client with `Connection: close` that gets a response before',
    reason: CLIENT_IS_HAPROXY,
  },
  {
    file: 'rest/asking.test',
    test: 'authentication (contract §2.1, decisions no. 8) looks a token up once',
    reason: COUNTS_STATEMENTS,
  },
  {
    file: 'rest/conditional.test',
    test: 'a conditional read (decisions no. 71) has the same entity tag for HEAD',
    reason: 'a process compresses a response from its third request on',
  },
  {
    file: 'rest/conditional.test',
    test: 'a cached response is returned byte for byte, without a statement',
    reason: COUNTS_STATEMENTS,
  },
  {
    file: 'rest/endless-forms.test',
    test: 'a GraphQL form with 22 parts is rejected while its operation runs',
    reason: CLIENT_IS_HAPROXY,
  },
  {
    file: 'rest/front-page.test',
    test: 'The demo login on the front page is shown if it is public',
    reason: 'services with a DATABASE_URL have no demo login',
  },
  ...[
    ['rest/heavy-reads.test', 'heavy reads of one caller run one at a time'],
    ['rest/unread-responses.test', '250 unread responses of one caller'],
    ['rest/unread-responses.test', 'unread responses of'],
  ].map(([file, test]) => ({ file, test, reason: COUNTED_BY_PROCESS })),
  {
    file: 'rest/heavy-pages.slow',
    test: 'Pages of the longest texts are refused to a caller who does not read them',
    reason: COUNTED_BY_PROCESS,
  },
  {
    file: 'rest/odd-targets.test',
    test: 'ignores scheme and host of a request target in its links',
    reason: CLIENT_IS_HAPROXY,
  },
  {
    file: 'rest/secrets.slow',
    test: 'a client that guesses tokens causes about a hundred look-ups',
    reason: COUNTED_BY_PROCESS,
  },
  {
    file: 'rest/secrets.slow',
    test: 'the use of a token needs no statement besides its look-up',
    reason: STATEMENTS_ON_PRIMARY,
  },
  {
    file: 'rest/statements.test',
    test: 'every list runs the same number of statements',
    reason: COUNTS_STATEMENTS,
  },
  {
    file: 'rest/write-limits.test',
    test: 'the limit of all writes of a user is counted per field',
    reason: COUNTED_BY_PROCESS,
  },
  {
    file: 'rest/write-limits.test',
    test: 'the limit of all writes of a user is counted in the first round trip',
    reason: 'counts the round trips of the first service, which serves only every second request',
  },
];

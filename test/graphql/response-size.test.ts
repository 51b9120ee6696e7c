import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEvent, createHost, createTalk, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask } from './ask.js';

const MAX_BYTES = 10_000_000;
const TALKS = 100;

let service: TestService;
let event: string;
let token: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  event = await createEvent(pool, { description: 'd'.repeat(15_000) });
  const host = await createUser(pool);
  await createHost(pool, event, host);
  token = await createToken(pool, host);
  for (let n = 0; n < TALKS; n += 1) await createTalk(pool, event, { description: '€'.repeat(2_500) });
});
afterAll(() => service.stop());

const aliases = (count: number, field: string, name = 'a') =>
  Array.from({ length: count }, (_, n) => `${name}${n}: ${field}`).join(' ');
const outcome = ({ errors }: Awaited<ReturnType<typeof ask>>) =>
  errors.map(({ path, extensions: { code, problems } }) => [path, code, problems.map(({ reason }) => reason)]);

async function bytesOf(query: string): Promise<number> {
  const response = await fetch(`${service.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.arrayBuffer()).byteLength;
}

describe('the size of a response', () => {
  const talks = (selection: string) => `{ event(id: 1) { talks(first: 100) { nodes { ${selection} } } } }`;
  // 7 500 bytes per description, and 15 000 for that of the event.
  const within = talks(`${aliases(6, 'description')} event { ${aliases(3, 'description')} }`);
  const beyond = talks(`${aliases(6, 'description')} event { ${aliases(6, 'description')} }`);

  it('is at most 10 MB: serialization stops there, with a top-level error', async () => {
    expect(await bytesOf(within)).toBeGreaterThan(8_900_000);
    expect(await bytesOf(within)).toBeLessThanOrEqual(MAX_BYTES);
    const { status, data, errors, extensions } = await ask(service, beyond);
    expect([status, data, outcome({ errors } as never)]).toEqual([
      200,
      null,
      [[undefined, 'TOO_LARGE', ['TOO_COSTLY']]],
    ]);
    expect(extensions.cost?.values).toBeGreaterThan(TALKS);
    expect(await bytesOf(beyond)).toBeLessThan(1_000);
  });

  it('equals JSON.stringify', async () => {
    const { data } = await ask(service, within);
    const { nodes } = data.event.talks;
    expect(nodes).toHaveLength(TALKS);
    expect(nodes[99]).toEqual({
      ...Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`a${n}`, '€'.repeat(2_500)])),
      event: Object.fromEntries(Array.from({ length: 3 }, (_, n) => [`a${n}`, 'd'.repeat(15_000)])),
    });
  });

  it('includes errors', async () => {
    const { pool } = service.database;
    const id = await createEvent(pool, { description: 'd'.repeat(16_450) });
    for (let n = 0; n < TALKS; n += 1) await createTalk(pool, id);
    const selection = (more: string) =>
      `{ event(id: ${id}) { talks(first: 100) { nodes { event { ${aliases(6, 'description')} ${more} } } } } }`;
    expect(await bytesOf(selection(''))).toBeGreaterThan(9_800_000);
    const answer = await ask(service, selection(aliases(7, 'reportedComments { id }', 'r')));
    expect(outcome(answer)).toEqual([[undefined, 'TOO_LARGE', ['TOO_COSTLY']]]);
    expect([answer.status, answer.extensions.cost?.rows]).toEqual([200, expect.any(Number)]);
  });

  it('of a mutation does not undo the write, and reports which payload was too large', async () => {
    const input = `input: { eventId: ${event}, title: "Added", description: "d", startDate: "2026-06-01T10:00:00+02:00", speakers: [] }`;
    const selection = beyond.slice(beyond.indexOf('talks'), -4);
    const mutation = `mutation { first: addTalk(${input}) { talk { id } } second: addTalk(${input}) { talk { event { ${selection} } } } }`;
    const answer = await ask(service, mutation, { token });
    expect([answer.status, answer.data]).toEqual([200, { first: { talk: { id: expect.any(String) } }, second: null }]);
    expect(outcome(answer)).toEqual([[['second'], 'TOO_LARGE', ['TOO_COSTLY']]]);
    const { rows } = await service.database.pool.query("select count(*)::int from talks where title = 'Added'");
    expect(rows).toEqual([{ count: 2 }]);
  });
});

describe('response names (fragments merged)', () => {
  const tooCostly = [[undefined, 'TOO_LARGE', ['TOO_COSTLY']]];

  it.each([
    ['15 of a field', `{ event(id: 1) { ${aliases(15, 'name')} } }`, false],
    ['16 of a field', `{ event(id: 1) { ${aliases(16, 'name')} } }`, true],
    ['16 of a field whose own name is one of them', `{ event(id: 1) { name ${aliases(15, 'name')} } }`, true],
    ['15 of each of two fields', `{ event(id: 1) { ${aliases(15, 'name')} ${aliases(15, 'id', 'b')} } }`, false],
    [
      '16 of a field in fragments',
      `{ event(id: 1) { ...A ... on Event { ${aliases(8, 'name', 'b')} } } } fragment A on Event { ${aliases(8, 'name')} }`,
      true,
    ],
    [
      '16 of a field in selections of the same name',
      `{ event(id: 1) { ${aliases(8, 'name')} } ...Q } fragment Q on Query { event(id: 1) { ${aliases(8, 'name', 'b')} } }`,
      true,
    ],
    [
      'the same 15 in two fragments',
      `{ event(id: 1) { ...A ...B } } fragment A on Event { ${aliases(15, 'name')} } fragment B on Event { ${aliases(15, 'name')} }`,
      false,
    ],
    ['16 of __typename', `{ event(id: 1) { ${aliases(16, '__typename')} } }`, true],
    ['16 of a field of the schema', `{ __schema { ${aliases(16, 'queryType { name }')} } }`, true],
    ['50 of a root field', `{ ${aliases(50, '__typename')} }`, false],
    ['51 root fields', `{ ${aliases(50, '__typename')} viewer { id } }`, true],
    [
      '51 root fields in a fragment',
      `{ ...Q viewer { id } } fragment Q on Query { ${aliases(50, '__typename')} }`,
      true,
    ],
  ])('%s', async (_, query, isRefused) => {
    service.takeStatements();
    const answer = await ask(service, query);
    expect([answer.status, outcome(answer)]).toEqual(isRefused ? [400, tooCostly] : [200, []]);
    if (isRefused) expect(service.takeStatements()).toEqual([]);
  });

  it('rejects a mutation before it runs', async () => {
    const input = `input: { eventId: ${event}, title: "Never", description: "d", startDate: "2026-06-01T10:00:00+02:00", speakers: [] }`;
    const answer = await ask(service, `mutation { addTalk(${input}) { talk { ${aliases(16, 'title')} } } }`, { token });
    expect([answer.status, outcome(answer)]).toEqual([400, tooCostly]);
    const { rows } = await service.database.pool.query("select count(*)::int from talks where title = 'Never'");
    expect(rows).toEqual([{ count: 0 }]);
  });
});

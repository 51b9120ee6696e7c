import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hostileDocuments } from '../fuzz/hostile-generator.js';
import { createEvent, createTalk, createTalkComment, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const MAX_BYTES = 10_000_000;
const COUNT = 40;
const TALKS = 100;

let service: TestService;
const tokens: (string | undefined)[] = [undefined];
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  const user = await createUser(pool);
  tokens.push(await createToken(pool, user));
  for (let e = 0; e < 3; e += 1) {
    const event = await createEvent(pool, { description: 'd'.repeat(20_000) });
    for (let t = 0; t < TALKS; t += 1) {
      const talk = await createTalk(pool, event, { description: 't'.repeat(3_000) });
      if (t < 20) await createTalkComment(pool, event, talk, { user_id: user });
    }
  }
});
afterAll(() => service.stop());

describe('hostile documents', () => {
  it('are deterministic by seed, and at most 10 kB', () => {
    expect(hostileDocuments(3, 50)).toEqual(hostileDocuments(3, 50));
    expect(Math.max(...hostileDocuments(3, 500).map(({ query }) => query.length))).toBeLessThanOrEqual(10_000);
  });

  it.each([
    ['an anonymous caller', 0],
    ['a user', 1],
  ])('of %s are rejected before execution, or return at most 10 MB', async (_, who) => {
    const authorization = tokens[who] && { Authorization: `Bearer ${tokens[who]}` };
    const flaws: string[] = [];
    const tally: Record<string, number> = {};
    for (const { kind, query } of hostileDocuments(20_261_123 + who, COUNT)) {
      service.takeStatements();
      const response = await fetch(`${service.base}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...authorization },
        body: JSON.stringify({ query }),
      });
      const text = await response.text();
      // The look-up of the viewer, and table statistics.
      const statements = service.takeStatements().filter((sql) => !/access_tokens|pg_class/.test(sql));
      const reasons = new Set([...text.matchAll(/"reason":"(\w+)"/g)].map(([, reason]) => reason));
      const bytes = Buffer.byteLength(text);
      if (bytes > MAX_BYTES) flaws.push(`${kind}: ${bytes} bytes: ${query}`);
      if (response.status !== 200 && response.status !== 400) flaws.push(`${kind}: ${response.status}: ${query}`);
      if (response.status === 400 && statements.length > 0) flaws.push(`${kind}: rejected, but ran: ${query}`);
      if (reasons.has('UNEXPECTED') || reasons.has('OVERLOADED'))
        flaws.push(`${kind}: ${[...reasons].join()}: ${query}`);
      const outcome = `${kind} ${response.status === 200 && reasons.size === 0 ? 'answered' : response.status}`;
      tally[outcome] = (tally[outcome] ?? 0) + 1;
    }
    expect(flaws).toEqual([]);
    // Different limits reject them.
    expect(Object.keys(tally)).toEqual(
      expect.arrayContaining(['aliases answered', 'nesting 400', 'introspection 400']),
    );
  });
});

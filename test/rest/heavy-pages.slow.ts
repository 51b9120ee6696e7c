import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask as askGraph } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, metaOf, recordsOf } from './ask.js';

/** Maximum-length texts: 41 MB in total, while a page is limited to 8 MB. */
const TALKS = 650;
const longest = 'x'.repeat(65_535);

describe('Pages of the longest texts', () => {
  let service: TestService;
  let event: string;
  let ids: string[];
  const numberOf = (talk: Record<string, unknown>) => String(talk['uri']).split('/').at(-1);

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    event = await make.createEvent(pool);
    ids = await Promise.all(
      Array.from({ length: TALKS }, (_, place) =>
        make.createTalk(pool, event, { description: longest, starts_at: new Date(place * 60_000) }),
      ),
    );
  });
  afterAll(() => service.stop());

  it.each([
    [0, 2],
    [240, 6],
    [1_000, 6],
  ])('end early, and the next one continues after them: resultsperpage=%d, %d pages', async (size, pages) => {
    const found: (string | undefined)[] = [];
    let asked = 0;
    let next: string | undefined = `/v2.1/events/${event}/talks?resultsperpage=${size}`;
    while (next !== undefined) {
      const answer = await ask(service, next);
      found.push(...recordsOf(answer, 'talks').map(numberOf));
      const { total, next_page: following } = metaOf(answer);
      expect(total).toBe(TALKS);
      asked += 1;
      next = following === undefined ? undefined : String(following);
    }

    expect({ found, asked }).toEqual({ found: ids, asked: pages });
  });

  it('are complete if they are short', async () => {
    const answer = await ask(service, `/v2.1/events/${event}/talks?resultsperpage=100`);
    expect(recordsOf(answer, 'talks')).toHaveLength(100);
  });

  it('are rejected if an operation selects many of them together', async () => {
    const pages = Array.from(
      { length: 10 },
      (_, place) => `p${place}: talks(first: ${100 - place}) { nodes { description } }`,
    );
    const { errors } = await askGraph(service, `{ event(id: ${event}) { ${pages.join(' ')} } }`);
    expect(errors[0]?.extensions).toMatchObject({ code: 'TOO_LARGE', problems: [{ reason: 'TOO_COSTLY' }] });
  });

  it('are refused to a caller who does not read them, but to no other one', async () => {
    const { pool } = service.database;
    const [token, other] = [
      await make.createToken(pool, await make.createUser(pool)),
      await make.createToken(pool, await make.createUser(pool)),
    ];
    const heavy = `/v2.1/events/${event}/talks?resultsperpage=0`;
    const unread = new AbortController();
    const headers = { Authorization: `Bearer ${token}` };
    const held = await fetch(service.base + heavy, { signal: unread.signal, headers });
    const again = await ask(service, heavy, { token });
    const [ofOther, light] = [await ask(service, heavy, { token: other }), await ask(service, `/v2.1/events/${event}`)];
    unread.abort();
    let later = again;
    while (later.status === 503) later = await ask(service, heavy, { token });

    expect(held.status).toBe(200);
    expect({ status: again.status, text: again.text, isSoon: again.headers.has('Retry-After') }).toEqual({
      status: 503,
      text: '["The service is not available at the moment, please try again"]',
      isSoon: true,
    });
    expect([ofOther.status, light.status, later.status]).toEqual([200, 200, 200]);
  });
});

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

  it('are rejected with 503 while other requests hold the memory, unlike small ones', async () => {
    const heavy = (size: number) => `/v2.1/events/${event}/talks?resultsperpage=${size}`;
    const unread = new AbortController();
    // Statements of the rejected operation above may still hold memory: its response did not wait for them.
    let held: Response;
    do held = await fetch(service.base + heavy(0), { signal: unread.signal });
    while (held.status === 503);
    const other = await ask(service, heavy(8_000));
    const light = await ask(service, `/v2.1/events/${event}`);
    unread.abort();
    let later = other;
    while (later.status === 503) later = await ask(service, heavy(8_000));

    expect(held.status).toBe(200);
    expect({ status: other.status, text: other.text, isSoon: other.headers.has('Retry-After') }).toEqual({
      status: 503,
      text: '["The service is not available at the moment, please try again"]',
      isSoon: true,
    });
    expect(light.status).toBe(200);
    expect(later.status).toBe(200);
  });
});

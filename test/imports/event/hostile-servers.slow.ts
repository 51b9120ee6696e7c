import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createEventImageFiles } from '../../../src/adapters/images/event-image-files.js';
import { OperatorError } from '../../../src/config/operator-error.js';
import { createLocalImageStore } from '../../../src/adapters/storage/local-image-store.js';
import { pngFile } from '../../images/png-file.js';
import { createHostAccount, importFrom, rowCounts, startLectern, type Lectern } from './lecterns.js';
import { commentOf, EVENT, showEvent, showPages, startQuirkyServer, type QuirkyServer } from './quirky-server.js';

let here: Lectern;
let there: QuirkyServer;
let elsewhere: QuirkyServer;

beforeAll(async () => {
  here = await startLectern();
  await createHostAccount(here);
});
afterAll(() => here.stop());
beforeEach(async () => {
  there = await startQuirkyServer();
  elsewhere = await startQuirkyServer();
});
afterEach(async () => {
  await there.stop();
  await elsewhere.stop();
});

/** The error for the operator; verifies that nothing was stored, and no other server was requested. */
async function refusalOf(from: string, into = here): Promise<string> {
  const error: unknown = await importFrom(into, from).then(
    ({ eventId }) => new Error(`Imported as ${eventId}`),
    (thrown: unknown) => thrown,
  );
  expect(Object.values(await rowCounts(here)).filter((count) => count !== 0)).toEqual([]);
  expect(elsewhere.asked).toEqual([]);
  if (error instanceof OperatorError)
    return error.message.replaceAll(there.base, 'there').replaceAll(elsewhere.base, 'elsewhere');
  throw error;
}

const example = 'such as https://api.example.org/v2.1/events/5.';
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) =>
    response.writeHead(code, headers).end('["Sorry"]');
const sending = (text: string) => (_: unknown, response: ServerResponse) => response.end(text);

describe('a URL that is not that of an event', () => {
  const answers: readonly (readonly [string, unknown, string])[] = [
    [
      'is unreachable',
      undefined,
      'was not found (404): check that it is the URL of an event in the API, and that the event is public.',
    ],
    ['requires a login', status(401), 'requires authentication: only public events can be imported.'],
    [
      'is a page',
      sending('<!doctype html>'),
      `returned an HTML page instead of JSON: specify the URL of the event in the API, ${example}`,
    ],
    [
      'is not JSON',
      sending('{"events": ['),
      `returned another format instead of JSON: specify the URL of the event in the API, ${example}`,
    ],
    [
      'is another list',
      { talks: [] },
      `contains no events. Specify the URL of an event in the API with --from, ${example}`,
    ],
    ['is no object', 5, `contains no events. Specify the URL of an event in the API with --from, ${example}`],
  ];

  it.each(answers)('%s: is reported', async (_, reply, sentence) => {
    there.replies.set(EVENT, reply);
    expect(await refusalOf(there.base + EVENT)).toEqual(`there${EVENT}?verbose=yes ${sentence}`);
  });

  it('contains several events, or none', async () => {
    const from = showEvent(there);
    const { events } = there.replies.get(EVENT) as { events: unknown[] };
    there.replies.set(EVENT, { events: [...events, ...events] });
    expect(await refusalOf(from)).toEqual(`there${EVENT} contains 2 events: specify the URL of one with --from.`);
    there.replies.set(EVENT, { events: [] });
    expect(await refusalOf(from)).toEqual(`there${EVENT} contains 0 events: specify the URL of one with --from.`);
  });

  it('redirects: the target is reported, but not requested', async () => {
    there.replies.set(EVENT, status(301, { Location: elsewhere.base + EVENT }));
    expect(await refusalOf(there.base + EVENT)).toEqual(
      `there${EVENT}?verbose=yes redirects to elsewhere${EVENT}: specify that URL with --from if you trust it.`,
    );
  });

  it('belongs to an unreachable server', async () => {
    const gone = await startQuirkyServer();
    await gone.stop();
    expect((await refusalOf(gone.base + EVENT)).replace(gone.base, 'gone')).toEqual(
      `gone${EVENT}?verbose=yes cannot be reached (ECONNREFUSED): check that the server is running, and try again.`,
    );
  });
});

describe('records that violate v2.1', () => {
  it.each([
    [
      'the event',
      { event: { start_date: 'tomorrow' } },
      `${EVENT}?verbose=yes`,
      'events.0.start_date: Invalid ISO datetime',
    ],
    [
      'a talk',
      { talks: [{}, { uri: 'javascript:x' }] },
      `${EVENT}/talks?resultsperpage=50&verbose=yes`,
      'talks.1.uri: Invalid URL',
    ],
    [
      'a link, with terminal control characters',
      { talks: [{ talk_media: [{ '\u001b[2J': {} }] }] },
      `${EVENT}/talks?resultsperpage=50&verbose=yes`,
      'talks.0.talk_media.0.\ufffd[2J: Invalid input',
    ],
  ])('%s: the URL and the member are reported', async (_, given, address, member) => {
    expect(await refusalOf(showEvent(there, given))).toEqual(
      `there${address} is not a valid v2.1 response: ${member}. Specify the URL of an event in the API with --from, ${example}`,
    );
  });
});

describe('links to another server', () => {
  const sentence =
    'and no other server is contacted: if both are the same server, specify the URL that it uses for itself with --from.';

  it.each(['uri', 'tracks_uri', 'talks_uri', 'comments_uri', 'all_talk_comments_uri'])(
    'are rejected: %s',
    async (member) => {
      const from = showEvent(there, { event: { [member]: `${elsewhere.base}/v2.1/list` } });
      expect(await refusalOf(from)).toMatch(new RegExp(`^elsewhere/v2.1/list[^ ]* is not on there, ${sentence}$`));
    },
  );

  it('are rejected in the middle of a list', async () => {
    const from = showEvent(there);
    there.replies.set(`${EVENT}/talks`, { talks: [], meta: { next_page: `${elsewhere.base}/v2.1/list` } });
    expect(await refusalOf(from)).toMatch(/^elsewhere\/v2.1\/list\S* is not on there/);
  });

  it('are not followed for an image, nor accepted as the origin by a username before an @', async () => {
    const { host } = new URL(there.base);
    const images = {
      orig: { type: 'orig', url: `http://${host}@${new URL(elsewhere.base).host}/x.png`, width: 9, height: 9 },
    };
    const { report } = await importFrom(here, showEvent(there, { event: { images } }), { dryRun: true });
    expect(report.find(({ table }) => table === 'image')).toMatchObject({ skipped: 1 });
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('endless lists', () => {
  it('have circular page links', async () => {
    const from = showEvent(there);
    const next = `${there.base}${EVENT}/talks?start=0&resultsperpage=50`;
    there.replies.set(`${EVENT}/talks`, { talks: [], meta: { next_page: next } });
    expect(await refusalOf(from)).toEqual(
      `there${EVENT}/talks?start=0&resultsperpage=50&verbose=yes was read twice: the pages form a cycle.`,
    );
  });

  it('always have another page', async () => {
    const from = showEvent(there);
    showPages(
      there,
      `${EVENT}/talks`,
      'talks',
      Array.from({ length: 1_100 }, () => []),
    );
    expect(await refusalOf(from)).toEqual(`there${EVENT}/talks exceeds the limit of 1000 pages.`);
  });

  it('are a single endless response', async () => {
    const from = showEvent(there);
    let sent = 0;
    there.replies.set(`${EVENT}/talks`, (_: unknown, response: ServerResponse) => {
      const send = (): void => {
        for (let room = true; room && !response.destroyed;) {
          sent += 65_536;
          room = response.write(' '.repeat(65_536));
        }
      };
      response.on('drain', send);
      send();
    });
    expect(await refusalOf(from)).toEqual(
      `there${EVENT}/talks?resultsperpage=50&verbose=yes returned more than 10 MB: this is not a v2.1 response.`,
    );
    expect(sent).toBeLessThan(40 * 1024 * 1024);
  });
});

describe('a failing server', () => {
  it.each(['tracks', 'talks', 'comments', 'talk_comments'])(
    'fails in the middle, at the %s: nothing is imported',
    async (list) => {
      const from = showEvent(there);
      there.replies.set(`${EVENT}/${list}`, status(500));
      expect(await refusalOf(from)).toEqual(
        `there${EVENT}/${list}?resultsperpage=50&verbose=yes responded with status 500: try again later, or contact the operator of that server.`,
      );
    },
  );

  it('truncates a response', async () => {
    const from = showEvent(there);
    there.replies.set(`${EVENT}/talks`, (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"talks"');
      setTimeout(() => response.destroy(), 50);
    });
    expect(await refusalOf(from)).toMatch(
      /^there\S*talks\S* cannot be reached \(\w+\): check that the server is running/,
    );
  });

  it('does not respond within ten seconds', async () => {
    there.replies.set(EVENT, () => undefined);
    expect(await refusalOf(there.base + EVENT)).toEqual(
      `there${EVENT}?verbose=yes did not respond within 10 seconds: check that the server is running, and try again.`,
    );
  }, 240_000);

  it('is overloaded, and is retried after Retry-After', async () => {
    const from = showEvent(there);
    const talks = there.replies.get(`${EVENT}/talks`);
    const times: number[] = [];
    there.replies.set(`${EVENT}/talks`, (_: unknown, response: ServerResponse) => {
      times.push(performance.now());
      if (times.length === 1) return status(429, { 'Retry-After': '1' })(_, response);
      if (times.length === 2) return status(503, { 'Retry-After': new Date().toUTCString() })(_, response);
      return response.end(JSON.stringify(talks));
    });
    const { report } = await importFrom(here, from, { dryRun: true });
    expect(report.find(({ table }) => table === 'talks')).toMatchObject({ read: 1, imported: 1 });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
    expect(times).toHaveLength(3);
  });

  it('is overloaded for too long', async () => {
    const from = showEvent(there);
    there.replies.set(`${EVENT}/talks`, status(503, { 'Retry-After': '3600' }));
    expect(await refusalOf(from)).toEqual(
      `there${EVENT}/talks?resultsperpage=50&verbose=yes is busy (503): try again in 3600 seconds.`,
    );
    there.replies.set(`${EVENT}/talks`, status(429, { 'Retry-After': '0' }));
    there.asked.length = 0;
    expect(await refusalOf(from)).toMatch(/is busy \(429\): try again in 60 seconds\.$/);
    expect(there.asked.filter((path) => path.includes('/talks?'))).toHaveLength(4);
  });
});

describe('a full disk', () => {
  it('stops the import at the first attempt, and nothing is stored', async () => {
    const images = { orig: { type: 'orig', url: `${there.base}/x.png`, width: 200, height: 200 } };
    const from = showEvent(there, { event: { images } });
    there.replies.set('/x.png', (_: unknown, response: ServerResponse) => response.end(pngFile(200, 200)));
    const causes: unknown[] = [];
    const files = createEventImageFiles(createLocalImageStore('/dev/null/images', (cause) => causes.push(cause)));
    expect(await refusalOf(from, { ...here, files })).toEqual(
      'Failed to store the picture: check the free space and write permissions of DATA_DIR, or the bucket of S3_BUCKET.',
    );
    // Both sizes of the first picture are stored concurrently.
    expect(causes.filter((cause) => String(cause).includes('mkdir'))).toHaveLength(2);
  });
});

describe('two concurrent imports', () => {
  it('of one event import it once', async () => {
    const from = showEvent(there);
    showPages(there, `${EVENT}/comments`, 'comments', [[commentOf(there.base, 1)]]);
    const outcomes = await Promise.allSettled([importFrom(here, from), importFrom(here, from), importFrom(here, from)]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect(refused).toEqual(Array(2).fill(expect.stringMatching(/was already imported as event \d+/)));
    expect(await rowCounts(here)).toMatchObject({ events: 1, event_imports: 1, talks: 1, event_comments: 1 });
    await here.pool.query('delete from events');
  });
});

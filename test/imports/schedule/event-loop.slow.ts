import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWatched, type WatchedService } from '../../budget/service.js';
import { cleanUp } from '../../support/clean-up.js';
import { leastOfThree } from '../../support/cpu-time.js';
import { createHosting, uploadSchedule } from './upload.js';

/** Of CPU time. In the event loop, such files took 400 to 1 400 ms. */
const MAX_TURN_MS = 50;
const TALKS = 5_000;
/** Almost the largest file. */
const FILE_BYTES = 10_000_000;

let service: WatchedService;
let [event, host] = ['', ''];
beforeAll(async () => {
  // In a process of its own: collecting the garbage of a process of tests takes longer than the turns in question.
  service = await startWatched('127.0.0.1:9');
  ({ event, host } = await createHosting({ database: service }));
  await upload('title,start\nWarm,2026-06-01 10:00', true);
}, 120_000);
afterAll(async () => {
  await service.stop();
  await cleanUp();
});

const upload = (file: string, dryRun: boolean) => uploadSchedule(service, host, { eventId: event, dryRun }, file);

const DATE = '2026-06-01T10:00:00+02:00';
const filledWith = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));
const xml = (count: number, item: (index: number) => string): string =>
  `<schedule>${filledWith(count, item).join('')}</schedule>`;
const talk = (index: number, more: string): string =>
  `<event guid="${index}"><title>T ${index}</title><date>${DATE}</date>${more}</event>`;
const json = (sessions: readonly object[]): string => JSON.stringify({ sessions });

/** Files of the largest size that take long to parse, to compare or to write; and whether to write them. */
const files: readonly (readonly [string, boolean, () => string])[] = [
  ['equal rows', true, () => `title,start\n${'Lunch,2026-06-01 12:00\n'.repeat(TALKS)}`],
  ['commas', false, () => `title,start\n${','.repeat(FILE_BYTES)}`],
  ['nested lists', false, () => '['.repeat(FILE_BYTES)],
  [
    'entities in XML',
    false,
    () => xml(20, (n) => talk(n, `<abstract>${'&amp;'.repeat(FILE_BYTES / 20 / 5 - 50)}</abstract>`)),
  ],
  [
    'invalid links',
    false,
    () => xml(TALKS, (n) => talk(n, '<links><link href="http://a b%">x</link></links>'.repeat(30))),
  ],
  [
    'long descriptions',
    true,
    () => {
      const description = 'é"'.repeat(480);
      return json(filledWith(TALKS, (id) => ({ ...{ id, title: 'Talk', description }, startsAt: DATE })));
    },
  ],
];

describe('An import of the largest size', () => {
  it.each(files)('leaves turns of the event loop below 50 ms: %s', async (_, isWritten, fileOf) => {
    const file = fileOf();
    expect(Buffer.byteLength(file)).toBeLessThan(10 * 2 ** 20);
    const longest = await leastOfThree(MAX_TURN_MS, async () => {
      ({ event, host } = await createHosting({ database: service }));
      const begin = Date.now();
      const { status, errors } = await upload(file, !isWritten);
      expect([status, errors]).toEqual([200, []]);
      return service.longestTurn(begin);
    });
    expect(longest).toBeLessThan(MAX_TURN_MS);
  });
});

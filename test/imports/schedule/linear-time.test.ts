import { describe, expect, it } from '@jest/globals';
import { matchNames } from '../../../src/core/talk/speaker-names.js';
import { matchTalks } from '../../../src/transfer/schedule/match-talks.js';
import { mergeSpeakers } from '../../../src/transfer/schedule/merge-speakers.js';
import { parseSchedule } from '../../../src/transfer/schedule/parse-schedule.js';
import { threadCpuMs } from '../../support/cpu-time.js';

const parse = (file: string) => parseSchedule(Buffer.from(file), null, { zone: 'Europe/Amsterdam' });
const csv = (titles: readonly string[]) =>
  ['title,start', ...titles.map((title) => `${title},2026-06-01 10:00`)].join('\n');

/** A source and an event with 100 speakers each, whose names differ only in case. */
const people = Array.from({ length: 100 }, (_, index) => ({ name: `Speaker ${index}`, id: null }));
const stored = people.map(({ name }, index) => ({
  ...{ id: String(index), name: name.toUpperCase(), accountName: null, isClaimed: false },
}));
const seen = people.map(({ name }, index) => ({
  name: name.toLowerCase(),
  id: null,
  speakerId: String(1_000 + index),
}));

describe('A schedule takes time in proportion to its talks', () => {
  it.each([
    ['with equal titles', 'Lunch'],
    ['with equal titles whose identities are hashes', 'L'.repeat(255)],
  ])('%s', async (_, title) => {
    const file = csv(Array<string>(5_000).fill(title));
    expect(await threadCpuMs(() => expect(parse(file).talks).toHaveLength(5_000))).toBeLessThan(1_500);
  });

  it('with titles that look like numbered ones', async () => {
    const titles = Array.from({ length: 2_500 }, (_, index) => ['Lunch', `lunch #${5_000 - index}`]).flat();
    const { talks } = parse(csv(titles));
    expect(new Set(talks.map(({ foreignId }) => foreignId)).size).toBe(5_000);
  });

  it('when all talks of the event have the same title', async () => {
    const { talks: source } = parse(csv(Array<string>(20_000 / 4).fill('Lunch')));
    const talk = { title: 'Lunch', startsAt: 0, guid: '', speakers: [] };
    const talks = Array.from({ length: 20_000 }, (_, index) => ({ ...talk, id: String(index) }));
    const event = { talks, origins: [] } as unknown as Parameters<typeof matchTalks>[1];
    expect(await threadCpuMs(() => matchTalks(source, event, new Set()))).toBeLessThan(1_000);
  });
});

describe('Speakers take time in proportion to their number', () => {
  it('if a source changes all names', async () => {
    const cpu = await threadCpuMs(() => {
      for (let talk = 0; talk < 100; talk += 1) mergeSpeakers(people, seen, stored, false);
    });
    expect(cpu).toBeLessThan(1_000);
  });

  it('if all have the same name', async () => {
    const names = Array<string>(100).fill('Ada');
    const speakers = names.map((name) => ({ names: [name] }));
    const cpu = await threadCpuMs(() => {
      for (let talk = 0; talk < 100; talk += 1) expect(matchNames(speakers, names).size).toBe(100);
    });
    expect(cpu).toBeLessThan(500);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v5 } from 'uuid';
import { DateTime } from 'luxon';
import { talksCalendar } from '../../feeds/calendar/talks-calendar.js';
import { scheduleJson } from '../../feeds/schedule/json.js';
import { scheduleOf, type Schedule, type ScheduledEvent } from '../../feeds/schedule/schedule.js';
import { scheduleXml } from '../../feeds/schedule/xml.js';
import ICAL from 'ical.js';
import { jsonAsXml } from './json-as-xml.js';
import { problemsOfJson, problemsOfXml } from './schedule-schemas.js';

const GUID = '0b5d2f54-7f7e-4d5d-9d55-2e5a8a6bfb01';
const URL_OF_TALK = 'https://lectern.example.org/feedback/abcde';
const OFFSETS = ['Europe/Amsterdam', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'] as const;
const requested = { origin: 'https://lectern.example.org', now: Date.parse('2026-01-01T00:00:00Z') / 1000 };
const guidOf = (id: number) => `${GUID.slice(0, -12)}${String(id).padStart(12, '0')}`;

/** Any text that PostgreSQL stores, with what the formats cannot contain. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '🎉',
      ']]>',
      '\b',
      '\u001f',
      '\u007f',
      '\ufffe',
      '\r\n',
      '\n',
      '\t',
      '"',
      "'",
      '&',
      '<',
      ';',
      ',',
      '\\',
      ' ',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => one !== '\0'),
    fc.constantFrom('\ud83c', '\udf89'),
  ),
  maxLength: 200,
});
const title = text.map((some) => `A ${some}`);
const startDate = fc
  .record({
    hours: fc.integer({ min: 0, max: 9_000 }),
    minutes: fc.constantFrom(0, 30, 59),
    zone: fc.constantFrom(...OFFSETS),
  })
  .map(({ hours, minutes, zone }) => ({
    zone,
    date: DateTime.fromISO('2026-01-01', { zone }).plus({ hours, minutes }).toISO({ suppressMilliseconds: true }) ?? '',
  }));

const talk = fc.record({
  title,
  slug: fc.constantFrom('ropes', '-', 'dä--ü', 'a_'),
  description: text,
  room: fc.option(text),
  startDate,
  durationMinutes: fc.constantFrom(0, 1, 45, 1_439, 4_320, 100_000),
  language: fc.record({ tag: fc.constantFrom('en-US', 'nl') }),
  type: fc.constantFrom('TALK', 'WORKSHOP', 'SOCIAL_EVENT'),
  speakers: fc.array(fc.record({ name: title, userId: fc.option(fc.constantFrom('1', '20')) }), { maxLength: 3 }),
  tracks: fc.array(fc.record({ id: fc.constant('3'), name: title }), { maxLength: 2 }),
  links: fc.array(
    fc.record({
      kind: fc.constantFrom('SLIDES', 'AUDIO'),
      url: fc.constantFrom('https://example.org/?a=1&b=2', 'https://example.org/\b'),
    }),
  ),
  commentsOpen: fc.boolean(),
});

const event: fc.Arbitrary<ScheduledEvent> = fc
  .record({
    name: title,
    slug: fc.constantFrom('a', 'ünï-días', 'small-gardens'),
    talks: fc.array(talk, { maxLength: 6 }),
  })
  .map(({ talks, ...fields }) => ({
    ...{ ...fields, guid: GUID, websiteUrl: null, changedDate: '2026-01-01T00:00:00+00:00' },
    timeZone: talks[0]?.startDate.zone ?? 'UTC',
    ...{ startDate: '2026-01-01T09:00:00+01:00', endDate: '2026-01-02T18:00:00+01:00' },
    ...{ cancelledDate: null, cancelledTalks: { nodes: [] } },
    talks: {
      nodes: talks.map(({ startDate: { date }, ...one }, at) => ({
        ...{ ...one, id: String(at + 1), guid: guidOf(at + 1), startDate: date },
        roomGuid: one.room === null ? null : v5(JSON.stringify(one.room), GUID),
        ...{ changedDate: '2026-01-01T00:00:00+00:00', feedbackUrl: URL_OF_TALK },
      })),
    },
  }));

describe('of any event', () => {
  it('schedule.json conforms to the format', () => {
    fc.assert(
      fc.property(event, (some) => {
        expect(problemsOfJson([...scheduleJson(scheduleOf(some, requested))].join(''))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, (schedule: Schedule) => string]>([
    ['schedule.xml', (schedule) => [...scheduleXml(schedule)].join('')],
    ['schedule.json, written as XML,', (schedule) => jsonAsXml([...scheduleJson(schedule)].join(''))],
  ])('%s conforms to the format', async (_, write) => {
    // Starting the validator takes longer than many files.
    const seed = Date.now();
    const files = fc.sample(event, { numRuns: 100, seed }).map((some) => write(scheduleOf(some, requested)));
    expect({ seed, problems: await problemsOfXml(...files) }).toEqual({ seed, problems: [] });
  });

  it('the calendar has lines of 75 octets, whole characters, and the same texts', () => {
    fc.assert(
      fc.property(event, (some) => {
        const place = { ...some, location: 'Amsterdam' };
        const talks = some.talks.nodes.map((one) => ({
          talk: { ...one, calendarUid: one.guid, scheduleRevision: 0 },
          event: place,
        }));
        const sent = Buffer.from([...talksCalendar({ name: some.name, talks, now: 0 }).body].join(''));
        const lines = sent.toString('latin1').split('\r\n');
        expect(lines.pop()).toBe('');
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]/);
          new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'));
        }
        const entries = new ICAL.Component(ICAL.parse(sent.toString()) as unknown[]).getAllSubcomponents('vevent');
        expect(entries.map((entry) => entry.getFirstPropertyValue('summary'))).toEqual(
          some.talks.nodes.map((one) => readable(one.title)),
        );
      }),
      { numRuns: 200 },
    );
  });
});

/** As a calendar contains it: without control characters, and with one kind of line break. */
const readable = (title: string): string =>
  title
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\0-\b\v-\x1f\x7f]/g, '')
    .toWellFormed();

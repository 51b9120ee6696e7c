import { expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import type { Shift } from '../../src/core/event/programme-shift.js';
import { shiftedTime } from '../../src/core/event/shifted-time.js';

const none: Shift = { field: 'byDays', days: 0, minutes: 0, zone: undefined };
const zones = ['Europe/Amsterdam', 'America/St_Johns', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];

/** Local times of a year and a half, of which each exists once in the zone; all hours and weekdays occur. */
function* timesIn(zone: string): Generator<DateTime<true>> {
  for (let hour = 0; hour < 13_000; hour += 53) {
    const time = DateTime.fromSeconds(1_767_225_600 + hour * 3600, { zone }) as DateTime<true>;
    if (time.getPossibleOffsets().length === 1) yield time;
  }
}
const shown = (time: DateTime) => time.toISO({ includeOffset: false, suppressMilliseconds: true });
/** Whether the clock shows the local time once; luxon changes a skipped one. */
const isShownOnce = (local: DateTime, time: DateTime) =>
  shown(local) === shown(time) && time.getPossibleOffsets().length === 1;

it.each(zones)('A time in %s moves by days, minutes and to another zone as luxon moves it', (zone) => {
  for (const time of timesIn(zone)) {
    const at = time.toSeconds();
    const local = time.setZone('UTC', { keepLocalTime: true });
    for (const days of [-200, -1, 1, 7, 364]) {
      const moved = time.plus({ days });
      if (!isShownOnce(local.plus({ days }), moved)) continue;
      const expected = { seconds: moved.toSeconds() - at, local: shown(moved) };
      expect(shiftedTime({ at, local: null }, zone, { ...none, days })).toEqual(expected);
    }
    for (const minutes of [-90, 15]) {
      const expected = { seconds: minutes * 60, local: shown(time.plus({ minutes })) };
      expect(shiftedTime({ at, local: local.toSeconds() }, zone, { ...none, minutes })).toEqual(expected);
    }
    for (const newZone of zones) {
      const moved = time.setZone(newZone, { keepLocalTime: true });
      if (!isShownOnce(local, moved)) continue;
      const expected = { seconds: moved.toSeconds() - at, local: shown(local) };
      expect(shiftedTime({ at, local: null }, zone, { ...none, zone: newZone })).toEqual(expected);
    }
  }
});

it('The local time that was typed counts, although newer rules of the zone have moved the instant', () => {
  const [at, local] = ['2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z'].map((text) => Date.parse(text) / 1000);
  expect(shiftedTime({ at: at!, local: local! }, 'Europe/Amsterdam', { ...none, days: 1 })).toEqual({
    ...{ seconds: 86_400 - 3600, local: '2026-06-02T10:00:00' },
  });
});

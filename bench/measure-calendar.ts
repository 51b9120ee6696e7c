import { OperatorError } from '../src/config/operator-error.js';
import type { BenchDatabase } from './database.js';
import { get, type Driver } from './driver.js';
import { measure, type Way } from './measure.js';
import type { Part } from './measure-reads.js';
import type { BenchOptions } from './options.js';
import { programme } from './programme.js';
import { linesOf } from './result.js';
import type { BenchServer } from './servers.js';
import { LECTERN } from './ways.js';

export const CALENDAR = 'calendar';
export const CALENDAR_WAYS = { computed: 'Lectern, calendar', kept: 'Lectern, calendar, kept' } as const;

type Servers = Readonly<Record<'lectern' | 'keeping', { readonly server: BenchServer; readonly driver: Driver }>>;

/** Compares the calendar of an event with the list of the same talks in v2.1. */
export function calendarPart(
  { client }: Pick<BenchDatabase, 'client'>,
  { lectern, keeping }: Servers,
  options: BenchOptions,
  say: (sentence: string) => void,
): Part {
  return {
    name: CALENDAR,
    async measure() {
      const { rows } = await client.query<{ id: string }>('select id from events where slug = $1', [programme.slug]);
      const calendar = get(`/feeds/events/${rows[0]?.id}.ics`);
      const list = get(`/v2.1/events/${rows[0]?.id}/talks?resultsperpage=0`);
      const bytes = await lectern.driver.fetch(calendar);
      const entries = bytes.toString().split('BEGIN:VEVENT').length - 1;
      const { talks } = JSON.parse((await lectern.driver.fetch(list)).toString()) as { talks: unknown[] };
      if (entries !== programme.talks || talks.length !== programme.talks) {
        throw new OperatorError(
          `The calendar has ${entries} talks, and the list ${talks.length}: expected ${programme.talks}.`,
        );
      }
      say(`${CALENDAR}: both have ${entries} talks. Measuring …`);
      const ways: Way[] = [
        { name: LECTERN.rest, ...lectern, requests: [list] },
        { name: CALENDAR_WAYS.computed, ...lectern, requests: [calendar] },
        { name: CALENDAR_WAYS.kept, ...keeping, requests: [calendar] },
      ];
      const lines = linesOf(await measure(ways, options, client), [LECTERN.rest]);
      const about = `the calendar of an event with ${programme.talks} talks, and their list in v2.1`;
      return [{ name: CALENDAR, about, bytes: bytes.length, judgedBy: 'cpu', lines } as const];
    },
  };
}

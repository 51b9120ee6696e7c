import { compared, looked, status, type Check, type Sighting } from '../check.js';
import { asking, each, type Ask, type FilterRow } from './asking.js';

const DAY = 86_400_000;
const time = (value: unknown): number => Date.parse(String(value));

/** Asserts that a parameter has no effect: the total is the same without it. */
async function* ignored(events: Ask, parameters: Readonly<Record<string, string>>): AsyncGenerator<Sighting> {
  const { exchange, meta } = await events(parameters);
  yield status(exchange, 200);
  if (exchange.status !== 200) return;
  const plain = await events({});
  if (meta && plain.meta)
    yield compared(exchange.url, 'meta.total', Number(meta['total']), Number(plain.meta['total']));
}

/** The filters of the list of events: contract §3.2; decisions no. 58. */
const table: readonly FilterRow[] = [
  ['3.2, 7.1.11', 'an unknown filter is ignored', 'events', (_, events) => ignored(events, { filter: 'nobody-knows' })],
  [
    '1.5, 7.1.11',
    'a startdate that is no date is ignored',
    'events',
    (_, events) => ignored(events, { startdate: 'here' }),
  ],
  [
    '1.5, 7.1.11',
    'an enddate that is no date is ignored',
    'events',
    (_, events) => ignored(events, { enddate: 'here' }),
  ],
  [
    '3.2, 8.5',
    'filter=cfps is filter=cfp',
    'events',
    async function* (_, events) {
      const [one, other] = [await events({ filter: 'cfps' }), await events({ filter: 'cfp' })];
      yield compared(one.exchange.url, 'meta.total', one.meta?.['total'], other.meta?.['total']);
    },
  ],
  [
    '3.2, 7.1.10',
    'filter=all begins at the first event from today, and reports that start',
    'an event from today on',
    async function* (_, events) {
      const { exchange, meta, entries } = await events({ filter: 'all' });
      const [first] = entries;
      if (!meta || !first) return;
      const today = Math.floor(exchange.at / DAY) * DAY;
      const start = new URL(String(meta['this_page'])).searchParams.get('start');
      yield looked(exchange.url, 'meta.this_page', /^\d+$/.test(start ?? ''), meta['this_page'], '…start=<number>…');
      yield looked(
        exchange.url,
        'events[0].start_date',
        time(first.record['start_date']) >= today,
        first.record['start_date'],
        'today or later',
      );
      if (start === null || Number(start) === 0) return;
      const before = await events({ filter: 'all', start: String(Number(start) - 1), resultsperpage: '1' });
      yield* each(before, 'start_date', (date) => time(date) < today, 'before today');
    },
  ],
  [
    '3.2',
    'filter=upcoming has events that are not over, the soonest first',
    'an event that is not over',
    async function* (_, events) {
      const list = await events({ filter: 'upcoming' });
      yield* each(list, 'end_date', (end) => time(end) >= list.exchange.at - DAY / 24, 'not over');
      const starts = list.entries.map(({ record }) => time(record['start_date']));
      yield compared(
        list.exchange.url,
        'order of start_date',
        starts,
        [...starts].sort((one, other) => one - other),
      );
    },
  ],
  [
    '3.2',
    'filter=past has events that are over, the latest first',
    'an event that is over',
    async function* (_, events) {
      const list = await events({ filter: 'past' });
      yield* each(list, 'end_date', (end) => time(end) < list.exchange.at + DAY / 24, 'over');
      const starts = list.entries.map(({ record }) => time(record['start_date']));
      yield compared(
        list.exchange.url,
        'order of start_date',
        starts,
        [...starts].sort((one, other) => other - one),
      );
    },
  ],
  [
    '3.2',
    'startdate= and enddate= bound the start of events',
    'an event',
    async function* ({ known }, events) {
      const [event] = known('event');
      if (!event || Number.isNaN(time(event['start_date']))) return;
      const day = new Date(time(event['start_date'])).toISOString().slice(0, 10);
      yield* each(await events({ startdate: day }), 'start_date', (date) => time(date) >= time(day), `from ${day} on`);
      yield* each(await events({ enddate: day }), 'start_date', (date) => time(date) < time(day), `before ${day}`);
    },
  ],
];

export const filterChecks: readonly Check[] = table.map(([sections, title, needs, look]) => ({
  ...{ sections, title, needs },
  look: (visit) => look(visit, asking(visit.client, '/v2.1/events', 'event')),
}));

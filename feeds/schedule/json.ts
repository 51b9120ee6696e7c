import type { Schedule, ScheduledTalk } from './schedule.js';

const SCHEMA = 'https://c3voc.de/schedule/schema.json';
const TIMESLOT = '00:05';

/** A schedule in c3voc's JSON format. */
export function* scheduleJson(schedule: Schedule): Generator<string, void> {
  const { origin, version, days, title, acronym, start, end, url, zone, tracks, rooms } = schedule;
  yield* around(
    JSON.stringify({
      $schema: SCHEMA,
      generator: { name: 'Lectern', version: '2.1', url: origin },
      schedule: {
        version,
        base_url: origin,
        conference: {
          ...{ title, acronym, start, end },
          daysCount: days.length,
          timeslot_duration: TIMESLOT,
          time_zone_name: zone,
          url,
          tracks: tracks.map(({ name, color }, at) => ({ name, slug: `track-${at + 1}`, color })),
          rooms,
          days: [],
        },
      },
    }),
    ']}}}',
    separated(days, (day) => dayOf(schedule, day)),
  );
}

function* dayOf({ talkOf }: Schedule, day: Schedule['days'][number]): Generator<string, void> {
  // Defines own properties, also for a room named `__proto__`, in their order in an object.
  const rooms = Object.entries(Object.fromEntries(day.rooms.map(({ name, talks }) => [name, talks])));
  yield* around(
    JSON.stringify({ index: day.index, date: day.date, day_start: day.start, day_end: day.end, rooms: {} }),
    '}}',
    separated(rooms, function* ([room, talks]) {
      yield `${JSON.stringify(room)}:[`;
      yield* separated(talks, function* (talk) {
        yield JSON.stringify(eventOf(talkOf(talk)));
      });
      yield ']';
    }),
  );
}

/** A text whose last list or object, which is empty, gets these items. @param end the text behind the items */
function* around(text: string, end: string, items: Iterable<string>): Generator<string, void> {
  yield text.slice(0, -end.length);
  yield* items;
  yield end;
}

function* separated<Item>(items: readonly Item[], write: (item: Item) => Iterable<string>): Generator<string, void> {
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ',';
    yield* write(item);
  }
}

const eventOf = (talk: ScheduledTalk) => ({
  ...{ guid: talk.guid, id: talk.id, date: talk.date, start: talk.start, duration: talk.duration, room: talk.room },
  ...{ slug: talk.slug, url: talk.url, title: talk.title, subtitle: null, track: talk.tracks[0] ?? null },
  ...{ type: talk.type, language: talk.language, abstract: '', description: talk.description },
  // Not with a number: the schema allows either `name`, or `public_name` with `id`.
  persons: talk.persons.map(({ guid, name }) => ({ guid, name, public_name: name })),
  links: talk.links,
  feedback_url: talk.feedbackUrl,
});

import type { Schedule, ScheduledTalk } from './schedule.js';

const SCHEMA = 'https://c3voc.de/schedule/schema.json';
const TIMESLOT = '00:05';

/** A schedule in c3voc's JSON format. */
export function scheduleJson(schedule: Schedule): string {
  const { origin, version, days, title, acronym, description, start, end, url, zone, tracks, rooms } = schedule;
  return JSON.stringify({
    $schema: SCHEMA,
    generator: { name: 'Lectern', version: '2.1', url: origin },
    schedule: {
      version,
      base_url: origin,
      conference: {
        ...{ title, acronym, description, start, end },
        daysCount: days.length,
        timeslot_duration: TIMESLOT,
        time_zone_name: zone,
        url,
        tracks: tracks.map(({ name, color }, at) => ({ name, slug: `track-${at + 1}`, color })),
        rooms,
        days: days.map((day) => ({
          ...{ index: day.index, date: day.date, day_start: day.start, day_end: day.end },
          // Defines own properties, also for a room named `__proto__`.
          rooms: Object.fromEntries(day.rooms.map((room) => [room.name, room.talks.map(eventOf)])),
        })),
      },
    },
  });
}

const eventOf = (talk: ScheduledTalk) => ({
  ...{ guid: talk.guid, id: talk.id, date: talk.date, start: talk.start, duration: talk.duration, room: talk.room },
  ...{ slug: talk.slug, url: talk.url, title: talk.title, subtitle: null, track: talk.tracks[0] ?? null },
  ...{ type: talk.type, language: talk.language, abstract: '', description: talk.description },
  persons: talk.speakers.map(({ name }) => ({ name })),
  links: talk.links,
  feedback_url: talk.feedbackUrl,
});

import type { Json } from './ask.js';

/** A valid body of POST /events with only the required fields. */
export const required = {
  name: 'A Day of Quiet Code',
  description: 'Talks & <em>silence</em>',
  location: 'Utrecht',
  start_date: '2026-12-05 09:30',
  end_date: '2026-12-06T16:00:00Z',
  tz_continent: 'Europe',
  tz_place: 'Amsterdam',
} satisfies Json;

/** The same with all optional fields. */
export const complete = {
  ...required,
  href: 'https://quiet.example.org/?day=1',
  cfp_url: 'http://quiet.example.org/cfp',
  cfp_start_date: '2026-11-01',
  cfp_end_date: '30 November 2026 23:59',
  latitude: 52.09,
  longitude: '5.12',
  tags: [' PHP ', 'Ünï', 'php', ''],
} satisfies Json;

import type { Conference } from '../conference.js';

/** Databases, in seven weeks, in a zone half an hour off the hour. */
export const monsoonData: Conference = {
  name: 'Monsoon Data {year}',
  description:
    'A database conference for the rainy season: storage, queries, migrations and the people who are woken up by them. No product pitches before 17:00, and none after. Every talk must show one plan, one number or one mistake.',
  location: 'Indiranagar, Bengaluru, India',
  timeZone: 'Asia/Kolkata',
  startsInDays: 51,
  days: 2,
  stub: 'monsoon',
  href: 'https://example.org/monsoon-data',
  hashtag: '#monsoondata',
  coordinates: [12.9719, 77.6412],
  tags: ['databases', 'postgresql', 'performance', 'operations'],
  hosts: ['priya.r', 'thuy'],
  draw: 0.4,
  tracks: [
    { name: 'Verandah', description: 'Talks with rain behind them.', color: '#155e75' },
    { name: 'Engine Room', description: 'Hands on the keyboard.', color: '#9f1239' },
  ],
  talks: [
    {
      title: 'Filter coffee and registration',
      at: '1 08:30-09:15',
      kind: 'EVENT_RELATED',
      description: 'Coffee first, badge second. The queue is a priority queue: first-time attendees go ahead.',
    },
    {
      title: 'Every index is a bet',
      at: '1 09:30-10:20',
      kind: 'KEYNOTE',
      track: 'Verandah',
      speakers: ['@priya.r'],
      description:
        'An index bets that the future will ask what the past asked. I kept score for three years at a bus booking company: which bets paid, which were never called, and the one that cost us a festival weekend. With plans, before and after, and the mail I wrote at 03:10.',
    },
    {
      title: 'The migration that took nine seconds and four months',
      at: '1 10:45-11:30',
      track: 'Verandah',
      speakers: ['@speaker', 'Lakshmi Venkataramanan'],
      description:
        'Changing a column from integer to bigint on a table with two billion rows is a solved problem; persuading eleven teams is not. A timeline of both halves, with the lock graph of the nine seconds, which I have framed.',
    },
    {
      title: 'Constraints are documentation that cannot lie',
      at: '1 11:45-12:30',
      track: 'Verandah',
      speakers: ['@thuy'],
      description:
        'A comment says what somebody hoped. A constraint says what is so. We read one production schema aloud, constraint by constraint, and deduce the whole history of a company from it, including the week when the intern was left alone.',
    },
    {
      title: 'EXPLAIN, explained, with your own queries',
      at: '1 14:00-16:00',
      kind: 'WORKSHOP',
      track: 'Engine Room',
      speakers: ['@priya.r', 'Zubair Qureshi-Holm'],
      description:
        'Send us a slow query before the conference, or bring one on the day. We read plans in pairs, from the inside out, until you can tell what PostgreSQL was thinking. It was usually being reasonable.',
    },
    {
      title: 'Time zones: the half-hour that broke the report',
      at: '1 14:00-14:40',
      track: 'Verandah',
      speakers: ['Gyanendra Thapa'],
      description:
        'India is at +05:30, Nepal at +05:45, and the library that we used believed in whole hours. A tour of everything that assumes sixty minutes, and of the test data that finds it.',
    },
    {
      title: 'Vacuum, the opera',
      at: '1 16:30-17:10',
      track: 'Verandah',
      speakers: ['@abebe', 'Rukmini Devarajan'],
      description:
        'Autovacuum in three acts, with arias: the long transaction, the bloated table, the reconciliation. Educational in spite of itself. Earplugs at the door.',
    },
    {
      title: 'Rain walk and dosa',
      at: '1 18:30-21:00',
      kind: 'SOCIAL_EVENT',
      description:
        'Umbrellas are lent against a joke. We walk to a place that has served one dish since 1951 and see no reason to shard it.',
    },
    {
      title: 'Backups are a rumour until restored',
      at: '2 09:30-10:15',
      kind: 'KEYNOTE',
      track: 'Verandah',
      speakers: ['Sister Agnès Mbuyi'],
      description:
        'I keep the patient records of a mission hospital on two machines and one solar roof. Each Friday I restore everything, by hand, and drink tea while it runs. What five hundred Fridays have taught me.',
    },
    {
      title: 'Keyset paging and the page numbers people want anyway',
      at: '2 10:45-11:25',
      track: 'Verandah',
      speakers: ['@oisin'],
      description:
        'Offset is slow, cursors are correct, and users type "page 40" into the address bar. A fair-minded look at doing both over one order, with totals that are honest and a few places where I chose to be wrong cheaply.',
    },
    {
      title: 'Build a tiny storage engine before lunch',
      at: '2 10:45-13:00',
      kind: 'WORKSHOP',
      track: 'Engine Room',
      speakers: ['Manjunath Hegde'],
      description:
        'A log, a page cache, a B-tree of degree four. Three hundred lines in the language that you like best, with a crash test that pulls the plug for you.',
    },
    {
      title: 'Goodbye, umbrellas back please',
      at: '2 16:30-17:00',
      kind: 'EVENT_RELATED',
      track: 'Verandah',
      speakers: ['@priya.r'],
      description: 'We count the umbrellas with an exact count, not an estimate.',
    },
  ],
  comments: [
    ['bartek', 0, 'Can I bring a query that is slow only on Thursdays?'],
    ['priya.r', 0, 'Please do. We will keep a Thursday ready.'],
  ],
};

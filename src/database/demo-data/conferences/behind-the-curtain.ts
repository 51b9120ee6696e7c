import type { Conference } from '../conference.js';

/** Submitted by the demo host, and not yet approved: only its hosts and site administrators see it. */
export const breadcrumbs: Conference = {
  name: 'Breadcrumbs: A Conference for Home Bakers',
  description:
    'Flour, water, salt, time, and everything that goes wrong with them. One day in a community kitchen with six ovens and a very forgiving fire alarm. We would love to see you here as soon as somebody has approved us!',
  location: 'Red Hook, Brooklyn, New York',
  timeZone: 'America/New_York',
  startsInDays: 61,
  days: 1,
  status: 'PENDING',
  href: 'https://example.org/breadcrumbs',
  coordinates: [40.6751, -74.0094],
  tags: ['baking', 'food', 'community'],
  hosts: ['host', 'opal'],
  draw: 0,
  tracks: [{ name: 'Kitchen', description: 'Aprons provided.', color: '#b8860b' }],
  talks: [
    {
      title: 'Rye, and how to apologise to it',
      at: '1 10:00-10:45',
      kind: 'KEYNOTE',
      track: 'Kitchen',
      speakers: ['@opal'],
      description:
        'Rye is sticky, slow and unimpressed by your schedule. Twelve loaves in order of regret, with the starter log that explains each of them.',
    },
    {
      title: 'Sourdough for people with jobs',
      at: '1 11:00-12:30',
      kind: 'WORKSHOP',
      track: 'Kitchen',
      speakers: ['Delphine Okonkwo-Marsh'],
      description:
        'A timetable that works around a nine-to-five, a refrigerator and a toddler. Everybody takes a jar home; please burp it.',
    },
    {
      title: 'Why is it purple? A panel',
      at: '1 13:30-14:15',
      track: 'Kitchen',
      speakers: ['@opal', '@mei.lin', 'Anselm Krütz'],
      description:
        'Ube, beetroot, black rice, and one loaf that should not have been. Three bakers on colour, with samples.',
    },
  ],
};

/** Private: approved, but only its hosts and site administrators see it. */
export const offsite: Conference = {
  name: "Contributors' Offsite",
  description:
    'Two days for those who work on the programme of next year. Private, because half of it is surprises and the other half is a budget.',
  location: 'Alfama, Lisbon, Portugal',
  timeZone: 'Europe/Lisbon',
  startsInDays: 30,
  days: 2,
  isPrivate: true,
  tags: ['planning'],
  hosts: ['sunniva', 'host'],
  draw: 0.08,
  talks: [
    {
      title: 'The budget, all of it',
      at: '1 10:00-11:30',
      speakers: ['@sunniva'],
      description: 'Line by line, with tea. Everybody may ask about everything.',
    },
    {
      title: 'What should stop',
      at: '1 14:00-16:00',
      kind: 'WORKSHOP',
      speakers: ['@host'],
      description: 'We list what we do out of habit and vote on what ends. Nobody defends their own.',
    },
  ],
};

/** Turned down by a site administrator. */
export const jackpot: Conference = {
  name: 'MegaCoin Jackpot Gala',
  description:
    'Double your coins in one glamorous night! Tickets from 2 coins. Speakers: secret. Programme: secret. Venue: announced to winners.',
  location: 'To be announced to winners',
  timeZone: 'America/Los_Angeles',
  startsInDays: 15,
  days: 1,
  status: 'REJECTED',
  rejectionReason:
    'An advertisement without a programme, a venue or speakers. You are welcome to submit it again when there is something to attend.',
  tags: ['coins'],
  hosts: ['bruno'],
  draw: 0,
  talks: [],
};

import type { Conference } from '../conference.js';

/** Public transport, in four months; its call for papers is open for weeks. */
export const nightTrains: Conference = {
  name: 'Night Trains & Timetables',
  description:
    'For those who design, drive, clean, chart or simply love public transport. Arrivals by rail get the good seats; the conference begins on platform 7 and ends when the last tram has left. Tell us about the connection that nearly worked.',
  location: 'Nordwestbahnhof, Vienna, Austria',
  timeZone: 'Europe/Vienna',
  startsInDays: 112,
  days: 3,
  stub: 'nighttrains',
  href: 'https://example.org/night-trains',
  hashtag: '#nighttrains',
  coordinates: [48.2331, 16.3826],
  tags: ['transport', 'open data', 'design', 'cities'],
  hosts: ['matteo', 'fritzi'],
  draw: 0.2,
  cfp: { opensInDays: -21, closesInDays: 33, url: 'https://example.org/night-trains/call' },
  tracks: [
    { name: 'Gleis 7', description: 'Long talks for long platforms.', color: '#0b3d2e' },
    { name: 'Speisewagen', description: 'Short talks, with food.', color: '#a61e22' },
  ],
  talks: [
    {
      title: 'Departure',
      at: '1 17:00-17:30',
      kind: 'EVENT_RELATED',
      track: 'Gleis 7',
      speakers: ['@matteo'],
      description: 'On time. We mean it.',
    },
    {
      title: 'The timetable as a work of art',
      at: '1 17:45-18:40',
      kind: 'KEYNOTE',
      track: 'Gleis 7',
      speakers: ['Helmtraud Sedlaczek'],
      description:
        'For thirty-one years I drew the graphic timetable of a mountain railway with a ruler and four pencils. Every line is a train, every crossing a conversation between two drivers who will never meet. I will draw one for you.',
    },
    {
      title: 'Interrail for databases: joining feeds that do not match',
      at: '2 09:30-10:15',
      track: 'Gleis 7',
      speakers: ['@kseniya', 'Gergely Ács'],
      description:
        'Nineteen countries, nineteen ideas of what a station is. On identifiers, midnight, and the ferry that carries a train that carries a bus.',
    },
  ],
  comments: [
    ['oisin', 0, 'Is "I missed it and met my wife" a valid submission for the connection that nearly worked?'],
    ['matteo', 0, 'It is the reference submission.'],
  ],
};

/** Languages in New Zealand; its call closes within days. */
export const kupu: Conference = {
  name: 'Kupu: Words for Small Languages',
  description:
    'Haere mai! Speech, keyboards, dictionaries, dubbing and stubbornness: technology made by the communities whose languages it serves. Two days on the marae, shoes off. Data stays with those who gave it, and so do the stories.',
  location: 'Rotorua, Aotearoa New Zealand',
  timeZone: 'Pacific/Auckland',
  startsInDays: 76,
  days: 2,
  stub: 'kupu',
  href: 'https://example.org/kupu',
  coordinates: [-38.1368, 176.2497],
  tags: ['languages', 'speech', 'community', 'data sovereignty'],
  hosts: ['hinemoa'],
  draw: 0.2,
  cfp: { opensInDays: -60, closesInDays: 4, url: 'https://example.org/kupu/tono' },
  tracks: [{ name: 'Wharenui', description: 'The meeting house.', color: '#5b2c06' }],
  talks: [
    {
      title: 'Pōwhiri',
      at: '1 09:00-10:00',
      kind: 'EVENT_RELATED',
      track: 'Wharenui',
      speakers: ['@hinemoa'],
      description:
        'The welcome. Gather at the gate by a quarter to nine; somebody will tell you where to stand and when.',
    },
    {
      title: 'My grandmother is not a training set',
      at: '1 10:30-11:20',
      kind: 'KEYNOTE',
      track: 'Wharenui',
      speakers: ['@hinemoa', 'Koro Wiremu Paraone'],
      description:
        'Three hundred hours of recordings, forty voices, one promise. How a tribe built its own speech recogniser, said no to four companies, and wrote a licence that a grandmother can read.',
    },
    {
      title: 'A keyboard for a language with thirteen speakers',
      at: '1 13:00-13:45',
      track: 'Wharenui',
      speakers: ['Ánne-Márjá Valkeapää'],
      description:
        'All thirteen of them tested it. Two stopped speaking to each other over where to put the eng. A small, complete story of designing for everybody, by name.',
    },
  ],
};

/** Calm computing, in five months; its call for papers opens next week. */
export const quietMachines: Conference = {
  name: 'Quiet Machines',
  description:
    'A conference on computing that does not shout: low power, few notifications, long lives. Solar-hosted, so the web site is sometimes asleep; the conference is not. Talks are twenty minutes, silences are ten.',
  location: 'Reykjavík, Iceland',
  timeZone: 'Atlantic/Reykjavik',
  startsInDays: 158,
  days: 1,
  href: 'https://example.org/quiet-machines',
  coordinates: [64.1466, -21.9426],
  tags: ['sustainability', 'design', 'hardware'],
  hosts: ['jorun'],
  draw: 0.12,
  cfp: { opensInDays: 6, closesInDays: 70, url: 'https://example.org/quiet-machines/propose' },
  talks: [],
};

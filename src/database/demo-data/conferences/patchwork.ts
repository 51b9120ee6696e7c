import type { Conference } from '../conference.js';
import { firstDay } from './patchwork-first-day.js';
import { laterDays } from './patchwork-later-days.js';

const description =
  'Open source seen from the mending side: maintainers, translators, packagers, people who answer issues on Sunday. Three days in a disused cotton mill, one big room and three small ones, childcare included. There is no exhibition and no keynote sponsor; there is a table where you can get help with your build.';

/** Open source, running: yesterday, today and tomorrow. Its host has a report and a speaker's claim to decide. */
export const patchwork: Conference = {
  name: 'Patchwork Open Source Days',
  description,
  location: 'Baumwollspinnerei, Leipzig, Germany',
  timeZone: 'Europe/Berlin',
  startsInDays: -1,
  days: 3,
  stub: 'patchwork',
  href: 'https://example.org/patchwork',
  hashtag: '#patchworkdays',
  coordinates: [51.3268, 12.3181],
  tags: ['open source', 'maintenance', 'community', 'php', 'typescript'],
  hosts: ['host', 'jorun'],
  draw: 0.7,
  tracks: [
    { name: 'Halle 14', description: 'The big room.', color: '#c2571a' },
    { name: 'Werkstatt', description: 'Hands on, laptops open.', color: '#28628f' },
    { name: 'Teeküche', description: 'Small room, small talks, good kettle.', color: '#5d7f2a' },
  ],
  talks: [...firstDay, ...laterDays],
  remarks: [
    [5, 'Took a photo of every second slide. Please publish them so that I can delete the photos.'],
    [4, 'Honest about what did not work, which is rarer than it should be.'],
    [4, 'Guter Vortrag, ruhig vorgetragen. Die Fragen am Ende waren fast das Beste.'],
    [3, 'The room was too small: a dozen of us listened from the corridor.'],
    [5, 'I changed a real thing in a real project before the next talk had begun.'],
    [4, 'The kettle does have a knack. So does the speaker.'],
  ],
  comments: [
    [
      'ravi',
      5,
      'Childcare, quiet room, orange scarves, kettle. Somebody thought about this for a whole year and it shows.',
    ],
    ['attendee', 5, 'First day done and I already have two new maintainers to write to and one apology to make.'],
    ['bruno', 4, 'The Wi-Fi in Halle 14 gives up at about 200 people. Otherwise flawless.'],
    ['host', 0, 'Wi-Fi: a second access point went up at lunch. Please keep telling us, we read everything here.'],
  ],
};

/** The same conference a year earlier: the later one had to take a longer address. */
export const patchworkLastYear: Conference = {
  name: 'Patchwork Open Source Days',
  description,
  location: 'Baumwollspinnerei, Leipzig, Germany',
  timeZone: 'Europe/Berlin',
  startsInDays: -372,
  days: 2,
  href: 'https://example.org/patchwork/first',
  coordinates: [51.3268, 12.3181],
  tags: ['open source', 'maintenance', 'community'],
  hosts: ['host', 'jorun'],
  draw: 0.35,
  talks: [
    {
      title: 'Why another conference',
      at: '1 09:30-10:00',
      kind: 'EVENT_RELATED',
      speakers: ['@host'],
      description:
        'Because the good conversations happened in the kitchen, and we wanted a conference that is mostly kitchen.',
    },
    {
      title: 'The bus factor is a person',
      at: '1 10:15-11:00',
      kind: 'KEYNOTE',
      speakers: ['Annegret Vollmer-Diallo'],
      description:
        'We count how many people a project can lose. I was the one it could. What happened to the project is on the internet; what happened to me is in this talk, with permission of everybody in it.',
    },
    {
      title: 'Semantic versioning, a love letter',
      at: '1 11:15-11:55',
      speakers: ['@oisin'],
      description:
        'Three numbers and a promise. On keeping it, breaking it by accident, and the patch release that taught a bank about daylight saving time.',
    },
    {
      title: 'How to leave a project well',
      at: '1 13:30-14:10',
      speakers: ['@ravi', '@tove'],
      description:
        'Handing over is a feature: write it, test it, ship it. A checklist for people who are tired, and for those who will miss them.',
    },
    {
      title: 'Patch clinic',
      at: '2 10:00-12:00',
      kind: 'WORKSHOP',
      speakers: ['@bartek'],
      description:
        'Your first patch to somebody else\'s project, from "where do I even" to merged, with an experienced hand beside you.',
    },
    {
      title: 'Soup and farewell',
      at: '2 12:30-14:00',
      kind: 'SOCIAL_EVENT',
      description: 'Forty litres. We were optimistic.',
    },
  ],
  comments: [
    ['fritzi', 5, 'Die beste Küche, in der ich je über Lizenzen gestritten habe.'],
    ['kaja', 4, 'Skvělé! More chairs next time.'],
  ],
};

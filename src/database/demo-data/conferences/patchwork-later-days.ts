import type { DemoTalk } from '../conference.js';

/** Today and tomorrow. */
export const laterDays: readonly DemoTalk[] = [
  {
    title: 'What we owe the people who file bugs',
    at: '2 09:30-10:15',
    kind: 'KEYNOTE',
    track: 'Halle 14',
    speakers: ['Thandeka Mabaso'],
    description:
      'A bug report is a small gift from somebody who is annoyed. I answered ten thousand of them for a payroll system and kept a diary. About patience as a skill, templates as a trap, and the report that arrived on paper.',
  },
  {
    title: 'Types at the edges',
    at: '2 10:45-11:25',
    track: 'Halle 14',
    speakers: ['@oisin'],
    description:
      'The middle of your program is typed; the world is not. Forms, queues, environment variables and that one CSV from accounting all come in at the edges. A tour of parsing instead of checking, with small code, and an argument about what a good error for a human says.',
  },
  {
    title: 'Money, gently',
    at: '2 10:45-11:25',
    track: 'Teeküche',
    speakers: ['@wanjiru'],
    description:
      'How seven small projects pay their bills: grants, co-operatives, a bakery. Real numbers from people who allowed me to show them. No advice to "just find a sponsor".',
  },
  {
    title: 'Write a PostgreSQL constraint you can be proud of',
    at: '2 11:30-13:00',
    kind: 'WORKSHOP',
    track: 'Werkstatt',
    speakers: ['@thuy'],
    description:
      'Whatever your application believes, it believes only until the second process starts. We take a leaky schema and close it: check, unique, foreign and exclusion constraints, one at a time, each with a test that fails first. Bring a laptop; a database is provided.',
  },
  {
    title: 'Moderation is a kind of maintenance',
    at: '2 13:45-14:25',
    track: 'Teeküche',
    speakers: ['@mahsa', 'Lucinda Farquhar'],
    description:
      'Somebody has to read the reported comments. We have done so for a forum of forty thousand for six years, in shifts, with biscuits. Which tools helped, which made it worse, and how to look after the people who look.',
  },
  {
    title: 'Open maps where there are no streets',
    at: '2 14:30-15:10',
    track: 'Halle 14',
    speakers: ['@kseniya'],
    description:
      'How do you map a place whose roads are rivers for one half of the year and ice for the other? Seasonal tags, arguments about tags, and a fishing village that taught our renderer about time. Карта — это тоже разговор.',
  },
  {
    title: 'Lightning talks',
    at: '2 15:30-16:30',
    track: 'Halle 14',
    speakers: ['Rafael Núñez Ibarra', '@opal', 'Sigrun Habeck'],
    description:
      'Five minutes each, twelve of them, one gong. Sign up on the board by the coat rack until lunch. First-time speakers go first and get the warmest applause.',
  },
  {
    title: 'Dinner on the long loading ramp',
    at: '2 18:30-22:00',
    kind: 'SOCIAL_EVENT',
    description:
      'One table of eighty metres. Vegan by default, dumplings by tradition. Sit next to somebody you do not know: the place cards make sure of it.',
  },
  {
    title: 'Deleting code as a public service',
    at: '3 09:30-10:10',
    track: 'Halle 14',
    speakers: ['Ngozi Eberhardt'],
    description:
      'We removed 41 % of a tax calculator that the public relies on, and nobody noticed, which was the point. How to find what is dead, prove it, and give it a decent funeral.',
  },
  {
    title: 'Documentation that survives its author',
    at: '3 10:30-11:10',
    track: 'Teeküche',
    speakers: ['@liv'],
    description:
      'Short words. Short pages. One owner per page, and a date. I show the five edits that I make to every manual, and why I make them in this order.',
  },
  {
    title: 'Hospital corner: bring a sick build',
    at: '3 10:30-12:30',
    kind: 'WORKSHOP',
    track: 'Werkstatt',
    speakers: ['@abebe', '@bartek', '@kaja'],
    description:
      "Three doctors, one waiting room, numbered tickets. Describe the symptom, show the log, hold the patient's hand. Most are discharged the same day.",
  },
  {
    title: 'The choir, the thanks, the scarves',
    at: '3 13:00-13:45',
    kind: 'EVENT_RELATED',
    track: 'Halle 14',
    speakers: ['@host', '@jorun'],
    description: "Closing. We sing, say what it cost and hand the orange scarves to next year's team.",
  },
];

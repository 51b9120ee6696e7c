import type { Conference } from '../conference.js';

/** Civic data in Greece, eleven weeks ago. */
export const openDataDays: Conference = {
  name: 'Ημέρες Ανοιχτών Δεδομένων',
  description:
    'Δύο μέρες για τα δεδομένα της πόλης: λεωφορεία, δέντρα, προϋπολογισμοί και σκουπίδια. Civic data for people who live in the rows. In Greek and English, at the old customs house by the water.',
  location: 'Θεσσαλονίκη (Thessaloniki), Greece',
  timeZone: 'Europe/Athens',
  startsInDays: -77,
  days: 2,
  href: 'https://example.org/open-data-days',
  coordinates: [40.6344, 22.9354],
  tags: ['open data', 'cities', 'maps'],
  hosts: ['papadakis'],
  draw: 0.3,
  tracks: [{ name: 'Αποθήκη Γ', description: 'The only room, and a good one.', color: '#1565c0' }],
  talks: [
    {
      title: 'Καλημέρα, κύριε Δήμαρχε: τα δεδομένα που ζητήσαμε',
      at: '1 10:00-10:45',
      kind: 'KEYNOTE',
      track: 'Αποθήκη Γ',
      speakers: ['@papadakis'],
      description:
        'Στείλαμε σαράντα δύο αιτήματα και πήραμε έξι απαντήσεις, μία με φαξ. Τι μάθαμε για το πώς ρωτάμε μια πόλη. In Greek with English slides.',
      comments: [
        ['kseniya', 5, 'Факс! Мы получили дискету. Прекрасный доклад, смешной и точный.'],
        ['matteo', 4, 'The fax had a better schema than most APIs I use.'],
      ],
    },
    {
      title: 'Every tree in the city has a number',
      at: '1 11:15-11:55',
      track: 'Αποθήκη Γ',
      speakers: ['Περικλής Αναγνώστου', '@marisol'],
      description:
        'Thirty-eight thousand trees, each with a metal tag and, since last spring, a page. People write to them. We talk about the data model, the heat map and the letters, of which the plane tree on Egnatia Street receives the most.',
    },
    {
      title: 'Map the pavements',
      at: '1 13:30-15:30',
      kind: 'WORKSHOP',
      track: 'Αποθήκη Γ',
      speakers: ['@kseniya', '@yannick'],
      description:
        "We go out with tape measures and wheelchairs and come back with widths, kerbs and parked motorcycles. By four o'clock the district has the best pavement map in the country, and the council has our mail.",
    },
    {
      title: 'Ψαροταβέρνα και ανοιχτά σύνορα',
      at: '1 20:30-23:00',
      kind: 'SOCIAL_EVENT',
      description: 'Fish, retsina and a border dispute settled with a GeoJSON file on a napkin.',
    },
    {
      title: 'Budgets as stories that add up',
      at: '2 10:00-10:40',
      track: 'Αποθήκη Γ',
      speakers: ['Melisende Auclair', 'Δημήτρης Χατζής'],
      description:
        'A city budget is eleven hundred pages of decisions pretending to be arithmetic. How we turned three of them into something that a school class argued about for a week, and the footnote that changed a vote.',
    },
    {
      title: 'Bus times are a promise',
      at: '2 11:00-11:40',
      track: 'Αποθήκη Γ',
      speakers: ['@matteo'],
      description:
        'A timetable is the only document that a city publishes and then breaks several thousand times a day. Measuring how, where and for whom, with open feeds and a folding chair at the stop of line 8.',
    },
  ],
  comments: [
    ['mahsa', 5, 'بسیار صمیمی و پربار. The napkin should be in a museum.'],
    ['tove', 4, 'Small, focused, sunny. English slides helped a lot.'],
  ],
};

import type { Conference } from '../conference.js';

/** Esperanto, in three weeks. */
export const esperanto: Conference = {
  name: 'Ĉiuĵaŭda Renkontiĝo',
  description:
    'Tri tagoj en la urbo de Zamenhof por homoj kiuj parolas Esperanton, iomete parolas ĝin, aŭ nur scivolas. Three days for anybody curious about languages that somebody made on purpose. Beginners wear a green ribbon and are never corrected, only answered.',
  location: 'Białystok, Poland',
  timeZone: 'Europe/Warsaw',
  startsInDays: 23,
  days: 3,
  stub: 'renkontigxo',
  href: 'https://example.net/renkontigxo',
  coordinates: [53.1325, 23.1688],
  tags: ['esperanto', 'languages', 'translation'],
  hosts: ['ewa.n', 'samuel'],
  draw: 0.3,
  tracks: [{ name: 'Granda Salono', description: 'Ĉio por ĉiuj.', color: '#008a3e' }],
  talks: [
    {
      title: 'Malfermo kaj verdaj rubandoj',
      at: '1 16:00-16:30',
      kind: 'EVENT_RELATED',
      track: 'Granda Salono',
      speakers: ['@ewa.n'],
      description:
        'Bonvenon! Prenu rubandon, tason kaj seĝon, en tiu ordo. A welcome in Esperanto slow enough for day one.',
    },
    {
      title: 'A language with 900 native speakers and no army',
      at: '1 17:00-17:45',
      kind: 'KEYNOTE',
      track: 'Granda Salono',
      speakers: ['Dr Nkemelu Ivankova'],
      description:
        'I was raised in Esperanto by parents who had no other language in common. What it is like to have a mother tongue that people assume is a hobby, what I dream in, and which words my brother and I had to invent for the kitchen.',
    },
    {
      title: 'Esperanto in ninety minutes, for the utterly new',
      at: '2 09:30-11:00',
      kind: 'WORKSHOP',
      track: 'Granda Salono',
      speakers: ['@ewa.n', 'Żaneta Mikołajczyk'],
      description:
        "Sixteen rules, two hundred roots, one song. By eleven o'clock you will have ordered an imaginary soup and complained about it, correctly.",
    },
    {
      title: 'Ŝercoj netradukeblaj',
      at: '2 11:30-12:10',
      track: 'Granda Salono',
      speakers: ['@samuel', 'Jurĝenta Kovaĉ'],
      description:
        'Ni kolektis kvarcent ŝercojn kiuj funkcias nur en unu lingvo, kaj provis traduki ilin ĉiujn. Sep travivis. Prelego kun multaj ekzemploj kaj kelkaj pardonpetoj.',
    },
    {
      title: 'Fonts and the hat on the Ĥ',
      at: '2 14:00-14:40',
      track: 'Granda Salono',
      speakers: ['@anoush'],
      description:
        'Ĉ, ĝ, ĥ, ĵ, ŝ, ŭ: six letters that reveal in a second whether a type designer has done the homework. A gallery of collisions, and how to draw a circumflex that does not land in the line above.',
    },
    {
      title: 'Maŝintraduko kaj malgrandaj lingvoj',
      at: '2 15:00-15:45',
      track: 'Granda Salono',
      speakers: ['@hinemoa', 'Sofía Arrieta'],
      description:
        'Machine translation works best for languages that need it least. What happens when you have 40 million words instead of 40 billion, which of them lie, and what a community can do in a year of evenings.',
    },
    {
      title: 'Kantovespero',
      at: '2 19:00-22:00',
      kind: 'SOCIAL_EVENT',
      description: 'Kantaro en la manoj, gitaroj ĉe la muro. Ĉu vi kantas? Nun jes.',
    },
    {
      title: "Zamenhof's street, seen from five languages",
      at: '3 10:00-11:30',
      kind: 'SOCIAL_EVENT',
      language: 'Polish',
      speakers: ['Bronisława Anszperger'],
      description:
        'Spacer po mieście, w którym na jednym rynku mówiono pięcioma językami naraz. Przystanki przy domach, których nie ma, i przy jednym, który stoi. A walk, with interpretation.',
    },
    {
      title: 'Ĝis revido, and who brings the ribbons next time',
      at: '3 12:00-12:30',
      kind: 'EVENT_RELATED',
      track: 'Granda Salono',
      speakers: ['@ewa.n'],
      description: 'Ni dankas, ni balotas pri la venonta loko, ni forgesas ombrelon.',
    },
  ],
  comments: [
    ['liv', 0, 'Complete beginner here. Is the green ribbon enough, or should I learn the soup sentence first?'],
  ],
};

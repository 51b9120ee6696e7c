import type { Conference } from '../conference.js';

/** Accessibility, running: it began yesterday in Toronto. */
export const everyonesWeb: Conference = {
  name: "Everyone's Web",
  description:
    'An accessibility conference run by the people it is about. Live captions, ASL and LSQ on every stage, slides in your hands before the talk begins, and long enough breaks to use a lift. If something gets in your way, tell a person in a yellow cap and watch it move.',
  location: 'Harbourfront, Toronto, Canada',
  timeZone: 'America/Toronto',
  startsInDays: -1,
  days: 3,
  stub: 'everyone',
  href: 'https://example.org/everyones-web',
  hashtag: '#EveryonesWeb',
  coordinates: [43.6387, -79.3817],
  tags: ['accessibility', 'web', 'design', 'plain language'],
  hosts: ['yannick', 'zsofi'],
  draw: 0.5,
  tracks: [
    { name: 'Lake Stage', description: 'Captioned, signed, streamed.', color: '#0a5c8a' },
    { name: 'Lab', description: 'Assistive technology to try, with the people who use it.', color: '#8a5a00' },
  ],
  talks: [
    {
      title: 'Arrivals, orientation and a tactile map',
      at: '1 09:00-09:30',
      kind: 'EVENT_RELATED',
      track: 'Lake Stage',
      speakers: ['@yannick'],
      description:
        'Find your seat, your quiet room and your way out. The tactile maps are at every door and you may keep one.',
    },
    {
      title: 'I am not your edge case',
      at: '1 09:45-10:35',
      kind: 'KEYNOTE',
      track: 'Lake Stage',
      speakers: ['@zsofi'],
      description:
        'Over one week I counted every time a website asked me to prove that I am human by looking at something. Then I counted how often it let me try again. A keynote about dignity in error messages, performed at 380 words per minute by my screen reader and at a sensible pace by me.',
      comments: [
        [
          'attendee',
          5,
          'When she let us hear our own ticket page at her speed, the whole team beside me started a list. It was fixed by lunch. Thank you.',
        ],
        ['wanjiru', 5, 'Sharp, generous, very funny. The bit about the fire hydrants deserves its own tour.'],
        ['speaker', 5, 'I have rewritten three error messages since this morning. They were mine and I am sorry.'],
        ['gwen', 5, 'Gwych iawn. I want every one of our trustees to hear this.'],
      ],
    },
    {
      title: 'Captions are content',
      at: '1 11:00-11:40',
      track: 'Lake Stage',
      speakers: ['@wanjiru', 'Dorothea Blackwater'],
      description:
        'Automatic captions are nine tenths right, and the missing tenth is names, numbers and "not". We compare four ways of fixing them for a small team, with time and money on the table. Plus: how to caption silence.',
      comments: [
        ['liv', 5, 'The missing tenth is "not". Perfect line.'],
        ['lerato', 4, 'Useful numbers. How to caption silence should be a whole talk.'],
      ],
    },
    {
      title: 'Try it: switch, sip, eye and voice',
      at: '1 11:00-12:30',
      kind: 'WORKSHOP',
      track: 'Lab',
      speakers: ['Marcus Thunder-Hill', '@yannick'],
      description:
        "Six stations, six ways to use a computer without a mouse. You fill in the same parking permit form at each. Bring humility; the form was somebody's real one until March.",
    },
    {
      title: 'Plain language is not baby talk',
      at: '1 13:30-14:10',
      track: 'Lake Stage',
      speakers: ['@liv'],
      description:
        'I edit laws. They stay laws. We take one paragraph on housing benefit from 94 words to 31, together, and check with a lawyer on stage that it still means the same.',
      comments: [
        ['desmond', 5, 'The lawyer tried to get a word back in and the audience voted it out. Democracy!'],
        ['samuel', 4, 'I translate these for a living; if they were all like this I would be home by four.'],
      ],
    },
    {
      title: 'Le sous-titre qui respire',
      at: '1 14:30-15:10',
      track: 'Lake Stage',
      language: 'Francais',
      speakers: ['Solène Kaboré-Tremblay'],
      description:
        "Un bon sous-titre se fait oublier. Rythme, coupe, placement : comment on laisse au regard le temps de revenir à l'image. Exemples tirés de trois festivals, dont un où tout a mal tourné.",
    },
    {
      title: 'Lake walk, rolling allowed',
      at: '1 17:30-19:00',
      kind: 'SOCIAL_EVENT',
      description:
        'Flat, paved, two kilometres, a bench every hundred metres and ice cream at the turn. Guides and interpreters walk with us.',
    },
    {
      title: 'Keyboard traps I have known',
      at: '2 09:30-10:10',
      track: 'Lake Stage',
      speakers: ['Piotr Świerczewski'],
      description:
        'A museum tour of places where the focus went in and never came out: date pickers, chat bubbles, a cookie banner with eleven tabs. Each exhibit comes with the three-line repair.',
    },
    {
      title: 'Design tokens for eyes that differ',
      at: '2 10:30-11:10',
      track: 'Lake Stage',
      speakers: ['@ines.a', 'Hye-rin Park'],
      description:
        'Contrast is not one number. Low vision, migraine, glare and a phone in the sun all pull in different directions. A palette that can be pulled, with the sliders that our users designed for us.',
    },
    {
      title: 'Screen reader testing in the first hour',
      at: '2 10:30-12:30',
      kind: 'WORKSHOP',
      track: 'Lab',
      speakers: ['@zsofi', 'Emeka Strand'],
      description:
        'Everything you need to make a start: five keys, three habits, one blindfold that we will not use, because pretending is not testing. You test a real site with a real user next to you.',
    },
    {
      title: 'Deaf-led user research',
      at: '2 13:30-14:15',
      kind: 'KEYNOTE',
      track: 'Lake Stage',
      speakers: ['Marguerite Oduya'],
      description:
        'This talk is given in ASL and voiced for those who need it. What changes when the researcher signs: the questions, the pauses, the consent form, and most of the findings.',
    },
    {
      title: 'Procurement, the final boss',
      at: '3 09:30-10:10',
      track: 'Lake Stage',
      speakers: ['@desmond'],
      description:
        'Your organisation buys more software than it makes. How to read a conformance report, which four questions to ask in the meeting, and the clause that let us send one back.',
    },
    {
      title: 'What moved: closing with the yellow caps',
      at: '3 12:00-12:45',
      kind: 'EVENT_RELATED',
      track: 'Lake Stage',
      speakers: ['@yannick', '@zsofi'],
      description: "Everything that got in somebody's way these three days, read aloud, and what was done about it.",
    },
  ],
  remarks: [
    [5, 'Slides in my hands before the talk began. I had not known how much I was missing.'],
    [5, 'Breaks of thirty minutes! I spoke to people! I ate!'],
    [4, 'Very good. The demo machine needed a reboot, and even the reboot was narrated.'],
    [3, 'I would have liked fewer stories and more code, but I know I am in the minority here.'],
    [5, "Merci pour l'interprétation en LSQ, impeccable du début à la fin."],
  ],
  comments: [
    [
      'yannick',
      0,
      'The lift near door C is fixed. Somebody mentioned it at 09:12 and it was done by 09:40. Keep mentioning.',
    ],
    ['mahsa', 5, 'The stream works, the captions work, the chat is kind. Watching from Shiraz at two in the morning.'],
    ['attendee', 5, 'A conference where nobody has to ask. I did not know that was possible.'],
  ],
};

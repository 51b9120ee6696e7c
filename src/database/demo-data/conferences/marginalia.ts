import type { Conference } from '../conference.js';

/** Libraries and archives, seven months ago. */
export const marginalia: Conference = {
  name: 'Marginalia {year}',
  description:
    'Three days for people who look after what other people wrote down. Librarians, archivists, conservators and the programmers who keep asking them for a CSV file meet in a former biscuit factory above the docks. There are no badges with titles on them; there is soup.',
  location: 'Leith, Edinburgh, Scotland',
  timeZone: 'Europe/London',
  startsInDays: -221,
  days: 3,
  stub: 'marginalia',
  href: 'https://example.org/marginalia',
  hashtag: '#marginalia',
  coordinates: [55.9757, -3.1706],
  tags: ['libraries', 'archives', 'preservation', 'metadata'],
  hosts: ['sunniva', 'desmond'],
  draw: 0.55,
  tracks: [
    { name: 'Stacks', description: 'Keeping things: paper, film, disks, and promises.', color: '#7a4b2b' },
    {
      name: 'Reading Room',
      description: 'Finding things, and the people who come looking for them.',
      color: '#2f6f6b',
    },
  ],
  talks: [
    {
      title: 'Doors, tea and name tags you write yourself',
      at: '1 09:00-09:30',
      kind: 'EVENT_RELATED',
      description:
        'Come in out of the wind. Write on the tag whatever you would like to be asked about; your job title is optional and, frankly, discouraged.',
    },
    {
      title: 'The box under the stairs',
      at: '1 09:30-10:20',
      kind: 'KEYNOTE',
      speakers: ['@sunniva'],
      description:
        'Every institution has one: the box nobody catalogued because the person who knew what it was retired first. This keynote opens one such box in front of you, live, and asks what we owe to things that are kept but not described. Expect glass negatives, a tax dispute from 1911 and one very surprising sandwich tin.',
      comments: [
        [
          'gwen',
          5,
          'I have never heard a room of three hundred people go quiet for a sandwich tin before. I went home and opened our own box on Monday. It was mostly rubber bands, and one letter that made the whole year worthwhile.',
        ],
        [
          'attendee',
          5,
          'Third row, four pages of notes. "Kept but not described is only another way of being lost" is now on the wall above my desk.',
        ],
        [
          'oisin',
          4,
          'Wonderful, and slightly too long in the tax dispute. I say this as someone who likes a tax dispute.',
        ],
        ['hoshino', 5, '通訳なしでも伝わる話でした。ありがとうございます。'],
      ],
    },
    {
      title: 'Barcodes we have loved',
      at: '1 10:45-11:15',
      track: 'Stacks',
      speakers: ['Morag Sinclair-Adeyemi'],
      description:
        'A short, affectionate history of the sticker on the back of the book: Codabar, its quirks, and the check digit that a whole county computed wrongly for nineteen years. You will learn how to migrate four million of them without touching a single book, and what we did about the eleven that refused.',
    },
    {
      title: 'A catalogue that says sorry',
      at: '1 10:45-11:15',
      track: 'Reading Room',
      speakers: ['@desmond', 'Айгерім Дүйсенова'],
      description:
        'What should a catalogue do with a heading that hurts people? Deleting it hides what we did, keeping it goes on doing it. We show how a city library rewrote 1,400 headings together with the readers they were about, and how the old terms stay findable with an explanation attached.',
    },
    {
      title: 'METS, mud and microfilm',
      at: '1 11:30-12:15',
      track: 'Stacks',
      speakers: ['@gwen'],
      description:
        'A flooded basement is a poor time to learn what your preservation metadata leaves out. A field report from a small archive with two staff, one dehumidifier and 900 reels. Includes our checklist, laminated, with the coffee ring.',
    },
    {
      title: 'Readers do not know your opening hours',
      at: '1 13:30-14:15',
      track: 'Reading Room',
      speakers: ['서윤아 (Seo Yun-a)'],
      description:
        'We asked two hundred people to find out whether their branch is open on a holiday Monday. Eighty-one managed it. This talk walks through what they tried, in the order they tried it, and the single sentence on the front page that fixed most of it.',
    },
    {
      title: 'Hands-on: rescuing floppies with patience and a toothbrush',
      at: '1 14:30-16:30',
      kind: 'WORKSHOP',
      track: 'Stacks',
      speakers: ['@bartek', 'Kevin Oyelaran'],
      description:
        'Bring your worst disks. We provide drives, flux readers, gloves and company. By the end of two hours you will have imaged at least one disk, understood why it failed the first time, and written down its provenance properly.',
      comments: [
        ['tove', 5, 'My thesis from 1996 is back. I had forgotten that it was bad. Best workshop in years!'],
        ['ravi', 4, 'Two drives for fourteen people meant a queue, but the queue was the best part of the conference.'],
      ],
    },
    {
      title: 'Linked data, unlinked people',
      at: '2 09:30-10:15',
      kind: 'KEYNOTE',
      speakers: ['Dr Oluwaseun Fabiyi-Strand'],
      description:
        'We have spent fifteen years giving every author an identifier, and rather fewer minutes asking the authors. A talk about name authorities, people who change their names for good reasons, and why a graph should be able to forget. Half technical, half plea.',
    },
    {
      title: 'Full-text search for a newspaper printed in four alphabets',
      at: '2 10:45-11:30',
      track: 'Reading Room',
      speakers: ['@anoush', 'Ձովինար Սիմոնյան'],
      description:
        'Between 1908 and 1923 one printing house set its weekly in whatever type had not been sold that month. We describe how we recognise the script of each column before we recognise its letters, how we tokenise across all four, and why the search box accepts spelling that nobody teaches any more.',
    },
    {
      title: 'Checksums for people who hate checksums',
      at: '2 10:45-11:30',
      track: 'Stacks',
      speakers: ['@abebe'],
      description:
        'Fixity checking is dull until the day it is not. A practical tour of what to hash, when to check again, who gets the mail and what the mail should say. No slides with locks on them, I promise.',
    },
    {
      title: 'Lending sewing machines',
      at: '2 13:30-14:00',
      track: 'Reading Room',
      speakers: ['Philippa Anand'],
      description:
        'Our branch lends drills, violins, a projector and eleven sewing machines. The machines have a waiting list of five months and the best overdue notes we have ever received. How to catalogue, insure and mend things that are not books.',
    },
    {
      title: 'The public domain walk',
      at: '2 18:30-20:30',
      kind: 'SOCIAL_EVENT',
      description:
        'A slow walk along the Water of Leith with seven stops. At each, somebody reads a page that entered the public domain this year. It ends at a pub, where somebody usually reads another.',
    },
    {
      title: 'What the web archive forgot, and who noticed',
      at: '3 10:00-10:45',
      track: 'Stacks',
      speakers: ['@speaker', '@kseniya'],
      description:
        'We compared the archived copies of 600 council websites with what residents remember about them. The gaps are not random: maps, forms and anything behind a cookie notice are gone. We show which small changes a site can make so that its successors may still read it.',
    },
    {
      title: 'Unconference: the questions on the wall',
      at: '3 11:15-12:45',
      kind: 'WORKSHOP',
      description:
        'All week you have been putting questions on the brick wall beside the soup. Now we take them down, group them and sit in circles until they are answered or at least better questions.',
    },
    {
      title: 'Closing, thanks and the return of borrowed umbrellas',
      at: '3 13:00-13:30',
      kind: 'EVENT_RELATED',
      speakers: ['@sunniva', '@desmond'],
      description: 'Short. We say thank you by name, give the umbrellas back and tell you what it cost.',
    },
  ],
  remarks: [
    [5, 'This is why I joined the profession, and it was over before I had finished my tea.'],
    [4, 'Good, honest war story. I would have liked the numbers on a slide rather than in passing.'],
    [3, 'Interesting, but aimed at national institutions. We are three people and a cupboard.'],
    [5, 'Sent the recording to our head of collections with the subject line "see minute 12".'],
    [4, 'The metadata jokes landed. I did not think that could happen.'],
    [
      2,
      'Microphone kept dropping out and the speaker did not notice until question time. A pity, as what I caught was excellent.',
    ],
  ],
  comments: [
    [
      'attendee',
      5,
      'The soup alone would have been worth the train. Kind people, real problems, and a quiet room that was in fact quiet.',
    ],
    [
      'tove',
      4,
      'Loved writing my own badge. Signposting between the two halls needs work: I heard the second half of three talks.',
    ],
    ['sunniva', 0, 'Thank you all! We heard you about the signs. Next year there will be a line on the floor.'],
    ['seo.yun', 5, '도서관 사람들이 이렇게 웃긴 줄 몰랐습니다. 내년에도 꼭 오겠습니다.'],
    [null, 3, 'Nice venue, cold hall.'],
  ],
};

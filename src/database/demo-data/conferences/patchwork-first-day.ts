import type { DemoTalk } from '../conference.js';

/** The day that is over when the service first starts: people have already said what they think of it. */
export const firstDay: readonly DemoTalk[] = [
  {
    title: 'Good morning, here is how the kettle works',
    at: '1 09:00-09:20',
    kind: 'EVENT_RELATED',
    track: 'Halle 14',
    speakers: ['@host', '@jorun'],
    description:
      'House rules, fire exits, and the kettle, which has a knack. Meet the people in orange scarves: they will help you with anything.',
  },
  {
    title: "Software is a garden with other people's boots in it",
    at: '1 09:30-10:20',
    kind: 'KEYNOTE',
    track: 'Halle 14',
    speakers: ['@fritzi'],
    description:
      'I have looked after one repository for nineteen years. It has outlived two version control systems, four issue trackers and my first knees. What does care look like over that long a time, and what do you do with a contribution that is generous, correct and unwanted?',
    comments: [
      ['ravi', 5, 'My library has eleven users and this keynote was for all twelve of us.'],
      ['wanjiru', 5, 'I have sat through a hundred keynotes about velocity. This was the first one about knees.'],
      ['oisin', 5, 'Generous, correct and unwanted: I have closed that pull request, and I have opened it too.'],
      [
        'attendee',
        4,
        'ゆっくり話してくださって助かりました。The pause after the slide with the empty chair was the whole talk.',
      ],
      ['bruno', 3, 'Warm, but I missed anything I could take home and do on Monday.'],
    ],
  },
  {
    title: 'The issue template that made people kinder',
    at: '1 10:45-11:15',
    track: 'Teeküche',
    speakers: ['@jorun'],
    description:
      'We changed four sentences in a form and measured the tone of the next two thousand issues. Three sentences did nothing. The fourth one is on my last slide, and no, it is not "please".',
    comments: [
      ['liv', 5, 'The fourth sentence! I will not spoil it either. We shipped it during lunch.'],
      ['ewa.n', 4, 'Tre utila. I translated it into Esperanto on the tram.'],
    ],
  },
  {
    title: 'Reproducible builds without a PhD',
    at: '1 10:45-12:15',
    kind: 'WORKSHOP',
    track: 'Werkstatt',
    speakers: ['@bartek', '@abebe'],
    description:
      'Bring a project that builds differently on your machine and on mine. We find out why together: time stamps, locales, directory order, and that one tool which writes your user name into the binary. You leave with two identical hashes or a very precise grievance.',
    comments: [
      [
        'thuy',
        5,
        'It was the locale. It is always the locale. Two identical hashes at 12:09, applause from the next table.',
      ],
      ['tove', 4, 'Dense, but there were helpers at every table. The precise grievance is now an upstream issue.'],
      ['mahsa', 5, 'عالی! Finally somebody explained why sorting is not a detail.'],
    ],
  },
  {
    title: 'GraphQL in front, REST behind: living with two doors',
    at: '1 11:30-12:10',
    track: 'Halle 14',
    speakers: ['@speaker'],
    description:
      'We wanted a new schema and could not break nine years of clients. So we built both doors onto the same house and let one be a thin facade over the other. What it cost, what it bought, and the three places in which the old door taught the new one manners.',
    comments: [
      [
        'attendee',
        5,
        'The diagram with the house is the clearest picture of an API I have seen. Also the only one with a cat flap.',
      ],
      [
        'thuy',
        4,
        'Liked that he showed the query counts rather than waving hands. I would have loved five more minutes on caching.',
      ],
      ['oisin', 4, 'Convincing. I came to argue and ended up agreeing, which is annoying.'],
      [
        'attendee',
        0,
        'Coming back to add: the example repository builds on the first try. That deserves a comment of its own.',
      ],
      ['samuel', 2, 'Too fast for me. I lost the thread at the data loaders and there was no way back in.'],
    ],
  },
  {
    title: 'Translating error messages that nobody has ever seen',
    at: '1 13:30-14:10',
    track: 'Teeküche',
    speakers: ['@samuel', '@ewa.n'],
    description:
      'Half the strings in a program are for things that never happen. Translators translate them anyway, without context, at night. A plea for screenshots, comments and a way to ask, with a live performance of our favourite mistranslations.',
    comments: [
      ['anoush', 5, 'I laughed until I recognised one of mine.'],
      ['liv', 5, '"The child has been killed by its parent" – yes. Give translators context.'],
    ],
  },
  {
    title: 'Packaging is publishing',
    at: '1 13:30-14:10',
    track: 'Halle 14',
    speakers: ['Uwe Teichgräber', '@kaja'],
    description:
      'A distribution maintainer and an upstream developer have kept each other\'s mail for ten years. They read from it. In between: what a package promises, why a vendored copy is a secret fork, and how to say "please do not ship this yet" so that it is heard.',
    comments: [
      ['ravi', 5, 'They read the 2017 exchange with voices. I cried, I rebased, I apologised to my packager.'],
      ['kseniya', 4, 'Очень тепло и по делу.'],
    ],
  },
  {
    title: "Maintainers' choir, first rehearsal",
    at: '1 18:00-19:30',
    kind: 'SOCIAL_EVENT',
    description:
      'Four voices, three songs, no audition. The lyrics are commit messages. Performance at the closing, if we dare.',
    comments: [
      ['jorun', 0, 'We dare.'],
      ['opal', 5, '"Fix fix of fix" in four-part harmony is my new religion.'],
    ],
  },
];

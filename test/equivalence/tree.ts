import fc from 'fast-check';
import { moment, written } from './moment.js';
import { text, url, words } from './texts.js';

/** Generators of a random world: nested records; users are numbers that world.ts resolves. */

const maybe = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { nil: null, freq: 2 });
const rarely = fc.nat(4).map((number) => number === 0);
const mostly = fc.nat(4).map((number) => number > 0);
/** The number of a user. */
const someone = fc.nat(20);
const some = fc.uniqueArray(someone, { maxLength: 4 });

const zones = [
  ...['Europe/Amsterdam', 'America/New_York', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu', 'UTC'],
  ...['Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns', 'Africa/Casablanca', 'Mars/Olympus_Mons'],
];
const images = ['https://img.example.org/old.png', 'event-1-0123456789abcdef-orig.png'].map((location, index) => ({
  kind: index === 0 ? 'SMALL' : 'ORIGINAL',
  ...{ location, width: 140 + index, height: 140 + index },
}));

const reports = fc.array(
  fc.record({
    reporter: maybe(someone),
    decision: fc.constantFrom(null, null, 'UPHELD', 'REJECTED'),
    by: maybe(someone),
  }),
  { maxLength: 2 },
);

const comment = {
  user: maybe(someone),
  comment: text(500),
  source: maybe(text(255)),
  hidden: rarely,
  created: written,
  reports,
};
const rating = fc.integer({ min: 0, max: 5 });
const eventComment = fc.record({ ...comment, author: maybe(text(100)), rating: maybe(rating) });
const talkComment = fc.record({ ...comment, rating, private: rarely });

const talk = fc.record({
  title: words(255),
  slug: words(60),
  description: text(500),
  type: fc.integer({ min: 1, max: 5 }),
  language: fc.integer({ min: 1, max: 9 }),
  start: moment,
  duration: fc.constantFrom(0, 1, 45, 1440),
  speakers: fc.array(
    fc.record({
      name: words(200),
      user: maybe(someone),
      claim: fc.constantFrom(null, 'claimed', 'assigned'),
      claimant: someone,
    }),
    { maxLength: 3 },
  ),
  tracks: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
  links: fc.array(
    fc.record({ kind: fc.constantFrom('SLIDES', 'VIDEO', 'AUDIO', 'CODE', 'EVENT_SITE'), url: url(300) }),
    { maxLength: 4 },
  ),
  stars: some,
  comments: fc.array(talkComment, { maxLength: 5 }),
});

const event = fc.record({
  name: words(200),
  slug: words(60),
  description: text(500),
  location: text(100),
  start: moment,
  lasts: fc.integer({ min: 0, max: 432_000 }),
  zone: fc.constantFrom(...zones),
  stub: maybe(words(20)),
  href: maybe(url(600)),
  icon: maybe(text(30)),
  hashtag: maybe(text(100)),
  latitude: maybe(fc.double({ min: -90, max: 90, noNaN: true })),
  longitude: maybe(fc.double({ min: -180, max: 180, noNaN: true })),
  contact: maybe(text(200)),
  cfpStart: maybe(moment),
  cfpEnd: maybe(moment),
  cfpUrl: maybe(url(200)),
  status: fc.constantFrom('APPROVED', 'APPROVED', 'APPROVED', 'PENDING', 'REJECTED'),
  private: rarely,
  reviewed: maybe(written),
  reason: maybe(text(200)),
  tags: fc.uniqueArray(words(30), { maxLength: 4 }),
  images: fc.subarray(images),
  /** Whether the named viewers have their role. */
  cast: mostly,
  hosts: some,
  attendees: some,
  tracks: fc.array(fc.record({ name: words(300), description: text(100) }), { maxLength: 3 }),
  talks: fc.array(talk, { maxLength: 4 }),
  comments: fc.array(eventComment, { maxLength: 5 }),
});

const person = fc.record({
  username: words(60),
  name: text(200),
  biography: maybe(text(300)),
  twitter: maybe(text(20)),
  active: mostly,
  trusted: rarely,
  admin: rarely,
});

const application = fc.record({
  owner: maybe(someone),
  name: words(255),
  description: text(100),
  callback: maybe(url(500)),
  revocable: mostly,
  created: written,
  tokens: fc.array(fc.record({ user: someone, created: written, used: maybe(written), ends: maybe(moment) }), {
    maxLength: 3,
  }),
});

export const tree = fc.record({
  people: fc.array(person, { minLength: 9, maxLength: 13 }),
  applications: fc.array(application, { minLength: 2, maxLength: 6 }),
  events: fc.array(event, { minLength: 6, maxLength: 10 }),
});
export type Tree = typeof tree extends fc.Arbitrary<infer Value> ? Value : never;

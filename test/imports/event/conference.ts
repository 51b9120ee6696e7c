import { Readable } from 'node:stream';
import {
  createEvent,
  createEventComment,
  createHost,
  createLink,
  createSpeaker,
  createTalk,
  createTalkComment,
  createTrack,
  createUser,
  putOnTrack,
} from '../../support/factories.js';
import { pngFile } from '../../images/png-file.js';
import type { Lectern } from './lecterns.js';

const TALKS = 60;
const COMMENTS = 130;
const kinds = ['SLIDES', 'VIDEO', 'AUDIO', 'CODE', 'EVENT_SITE'];
const names = ['ada', 'barbara', 'edsger', 'Donald', 'margaret'];

/** The users of a server: the same usernames and addresses, but other IDs. */
export async function createPeople({ pool }: Lectern): Promise<string[]> {
  const people = [];
  for (const name of names) {
    people.push(await createUser(pool, { username: name, full_name: `${name} X.`, email: `${name}@example.org` }));
  }
  return people;
}

const minute = (place: number): string => new Date(Date.UTC(2025, 2, 29, 8, place)).toISOString();

/** A conference with everything that v2.1 returns, across a change to summer time; plus hidden records. */
export async function createConference(lectern: Lectern, people: readonly string[]): Promise<string> {
  const { pool } = lectern;
  const person = (place: number): string => people[place % people.length] ?? '';
  const event = await createEvent(pool, {
    name: 'Größen & Mengen <2025>',
    slug: 'groessen-und-mengen',
    description: 'Sums\n\n&amp; products, "quoted"',
    location: 'Köln',
    starts_at: '2025-03-29T09:00:00+01:00',
    ends_at: '2025-03-30T18:00:00+02:00',
    time_zone: 'Europe/Berlin',
    stub: 'groessen25',
    href: 'https://example.org/?a=1&b=2',
    hashtag: '#gm25',
    latitude: 50.9375,
    longitude: -6.9603,
    contact_name: 'Ada & Co.',
    cfp_starts_at: '2024-11-01T00:00:00Z',
    cfp_ends_at: '2025-01-31T22:59:59Z',
    cfp_url: 'https://example.org/cfp',
    reviewed_at: '2024-10-01T00:00:00Z',
    tags: '{php,"c / d","größe"}',
  });
  const images = await lectern.files.store(event, Readable.from([pngFile(300, 300)]));
  await pool.query('update events set images = $2, icon = $3 where id = $1', [
    event,
    JSON.stringify(images),
    images[1]?.location,
  ]);
  await createHost(pool, event, person(0));
  await createHost(pool, event, person(1));
  const tracks = [];
  for (const name of ['Sums', 'Products', 'Sums']) {
    tracks.push(await createTrack(pool, event, { name, description: `About <${name}>` }));
  }
  const talks: string[] = [];
  for (let place = 0; place < TALKS; place += 1) {
    const talk = await createTalk(pool, event, {
      title: place % 7 === 0 ? 'Twice & again' : `Talk ${place}`,
      slug: `talk-${place}`,
      stub: (0xa0000 + place).toString(16),
      talk_type_id: (place % 5) + 1,
      language_id: (place % 9) + 1,
      duration_minutes: place,
      starts_at: minute(place - (place % 3)),
    });
    talks.push(talk);
    await createSpeaker(pool, event, talk, { display_name: `Speaker ${place}` });
    if (place % 2 === 0) await createSpeaker(pool, event, talk, { display_name: 'x', user_id: person(place) });
    for (const kind of kinds.slice(0, place % 6)) {
      await createLink(pool, event, talk, { kind, url: `https://example.org/${kind}/${place}` });
    }
    for (const track of tracks.slice(0, place % 4)) await putOnTrack(pool, event, talk, track);
  }
  for (let place = 0; place < COMMENTS; place += 1) {
    const said = {
      comment: `Comment ${place} &amp; <more>`,
      user_id: place % 3 === 0 ? null : person(place),
      rating: place % 6,
      source: place % 5 === 0 ? null : 'joind.in',
      created_at: minute(place - (place % 2)),
    };
    await createEventComment(pool, event, { ...said, rating: place % 9 === 0 ? null : said.rating });
    await createTalkComment(pool, event, talks[place % TALKS] ?? '', said);
  }
  // Neither is public, and the second one belongs to another event.
  await createTalkComment(pool, event, talks[0] ?? '', { is_private: true, comment: 'Between us' });
  await createEventComment(pool, event, { is_hidden: true, comment: 'Reported' });
  await createTalk(pool, await createEvent(pool));
  return event;
}

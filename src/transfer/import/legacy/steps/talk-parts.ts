import { lookUp } from '../source/source.js';
import { copy, step } from '../source/step.js';
import { address, dateTime, reference } from '../../values.js';

const NO_TALK = 'its talk does not exist or was skipped';
const NO_USER = 'its user does not exist';

/** Counts the types of talks; each talk is imported with one. */
export const talkCategories = step({ name: 'talk_cat', table: 'talk_cat' }, async (rows, marks, world) => {
  const { source, reference: lists } = world;
  const { talks } = await lookUp(world.client, { talks: ['talk_id'] }, rows);
  const known = [...lists.talkTypes.idOf.keys(), 0];
  const firsts = await source.query(
    'select min(ID) as id from talk_cat where talk_id in (?) and cat_id in (?) group by talk_id',
    [rows.map((row) => row['talk_id']), known],
  );
  const isFirst = new Set(firsts.map(({ id }) => Number(id)));
  for (const row of rows) {
    const id = Number(row['ID']);
    const mark = marks(id);
    if (!talks.has(reference(row['talk_id']))) mark.skip(NO_TALK);
    else if (!lists.talkTypes.idOf.has(Number(row['cat_id']))) mark.skip('its type does not exist');
    else if (!isFirst.has(id)) mark.skip('the talk already has a type');
  }
});

export const talkTracks = copy({
  table: 'talk_track',
  into: 'talk_tracks',
  refers: { talks: ['talk_id'], tracks: ['track_id'] },
  convert: (row, { talks, tracks }, mark) => {
    const talk = talks.get(reference(row['talk_id']));
    const track = tracks.get(reference(row['track_id']));
    if (!talk) return mark.skip(NO_TALK);
    if (!track) return mark.skip('its track does not exist');
    if (talk.eventId !== track.eventId) return mark.skip('its track belongs to another event');
    return { event_id: talk.eventId, talk_id: talk.id, track_id: track.id };
  },
  unique: [{ columns: ['talk_id', 'track_id'], otherwise: (_, mark) => mark.skip('the talk is already on the track') }],
});

export const stars = copy({
  table: 'user_talk_star',
  into: 'talk_stars',
  refers: { talks: ['tid'], users: ['uid'] },
  convert: (row, { talks, users }, mark) => {
    const talk = talks.get(reference(row['tid']));
    const user = reference(row['uid']);
    if (!talk) return mark.skip(NO_TALK);
    if (user === null || !users.has(user)) return mark.skip(NO_USER);
    return { event_id: talk.eventId, talk_id: talk.id, user_id: user };
  },
  unique: [{ columns: ['talk_id', 'user_id'], otherwise: (_, mark) => mark.skip('the user has already starred it') }],
});

const MAX_URL_LENGTH = 2_000;

export const talkLinks = copy({
  table: 'talk_links',
  into: 'talk_links',
  refers: { talks: ['talk_id'] },
  convert: (row, { talks }, mark, { reference: { linkKinds }, now }) => {
    const talk = talks.get(reference(row['talk_id']));
    const kind = linkKinds.get(Number(row['talk_type']));
    if (!talk) return mark.skip(NO_TALK);
    if (kind === undefined) return mark.skip('its type does not exist');
    const url = address(row['url'], mark, MAX_URL_LENGTH);
    if (url === null) return mark.skip('its URL is empty, or not http or https');
    const created_at = dateTime(row['timestamp']) ?? new Date(now * 1000).toISOString();
    return { id: Number(row['ID']), event_id: talk.eventId, talk_id: talk.id, kind, url, created_at };
  },
});

/** Turns slides that exist only in the old column into links (contract §3.4). Must run after `talkLinks`. */
export const oldSlides = copy({
  name: 'talks: slides_link',
  counts: false,
  table: 'talks',
  into: 'talk_links',
  refers: { talks: ['ID'] },
  prepare: async (rows, { client }) => {
    const { rows: found } = await client.query<{ id: number }>(
      `select talk_id::float8 as id from talk_links where kind = 'SLIDES' and talk_id = any($1::bigint[])`,
      [rows.map((row) => row['ID'])],
    );
    return new Set(found.map(({ id }) => id));
  },
  convert: (row, { talks, prepared: hasSlides }, mark) => {
    const talk = talks.get(reference(row['ID']));
    if (!talk || String(row['slides_link'] ?? '').trim() === '' || hasSlides.has(talk.id)) return null;
    // Reports repairs of the URL as notes, because the talk is already counted.
    const url = address(row['slides_link'], { ...mark, repair: mark.note }, MAX_URL_LENGTH);
    if (url === null) return null;
    mark.note('its slides_link column became a link');
    return { event_id: talk.eventId, talk_id: talk.id, kind: 'SLIDES' as const, url, created_at: talk.startsAt };
  },
});

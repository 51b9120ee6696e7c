import type { StoredImage } from '../../../../database/entities/event.entity.js';
import { isWebUrl } from '../../../../core/common/validation.js';
import { lookUp, type LegacyRow } from '../source/source.js';
import { copy, step, type World } from '../source/step.js';
import { decoded, decodedOrNull, reference, verbatim } from '../../values.js';

const NO_EVENT = 'its event does not exist';
const NO_USER = 'its user does not exist';

/** Hosts. Rows of type `talk` linked speakers before claims existed, and have been migrated to speakers since. */
export const hosts = copy({
  table: 'user_admin',
  into: 'event_hosts',
  refers: { events: ['rid'], users: ['uid'] },
  convert: (row, { events, users }, mark) => {
    const [event, user] = [reference(row['rid']), reference(row['uid'])];
    if (row['rtype'] !== 'event') return mark.skip('it is an obsolete claim, not a host');
    if (row['rcode'] === 'pending') return mark.skip('the host was never confirmed');
    if (event === null || !events.has(event)) return mark.skip(NO_EVENT);
    if (user === null || !users.has(user)) return mark.skip(NO_USER);
    return { event_id: event, user_id: user };
  },
  unique: [{ columns: ['event_id', 'user_id'], otherwise: (_, mark) => mark.skip('the user is already a host') }],
});

export const attendance = copy({
  table: 'user_attend',
  into: 'event_attendees',
  refers: { events: ['eid'], users: ['uid'] },
  convert: (row, { events, users }, mark) => {
    const [event, user] = [reference(row['eid']), reference(row['uid'])];
    if (event === null || !events.has(event)) return mark.skip(NO_EVENT);
    if (user === null || !users.has(user)) return mark.skip(NO_USER);
    return { event_id: event, user_id: user };
  },
  unique: [{ columns: ['event_id', 'user_id'], otherwise: (_, mark) => mark.skip('the user already attends') }],
});

export const tracks = copy({
  table: 'event_track',
  into: 'tracks',
  refers: { events: ['event_id'] },
  convert: (row, { events }, mark) => {
    const event = reference(row['event_id']);
    if (event === null || !events.has(event)) return mark.skip(NO_EVENT);
    const id = Number(row['ID']);
    const name = decoded(row['track_name'], mark, 300).trim();
    if (name === '') mark.repair('a track without a name was named Track <id>');
    return {
      id,
      event_id: event,
      name: name || `Track ${id}`,
      description: decoded(row['track_desc'], mark),
      color: decodedOrNull(row['track_color'], mark),
    };
  },
});

/** Counts the tags; they are imported with their events. */
export const tags = step({ name: 'tags', table: 'tags' }, async (rows, marks, { source }) => {
  const ids = rows.map((row) => row['ID']);
  const used = source.sizes.has('tags_events')
    ? await source.query('select distinct tag_id as id from tags_events where tag_id in (?)', [ids])
    : [];
  const isUsed = new Set(used.map(({ id }) => Number(id)));
  for (const row of rows) {
    const mark = marks(Number(row['ID']));
    if (!isUsed.has(Number(row['ID']))) mark.skip('no event uses it');
  }
});

/** The tags of events, in order and without duplicates (contract §4.8). */
export const eventTags = step({ name: 'tags_events', table: 'tags_events' }, async (rows, marks, world) => {
  const values = await valuesOf(rows, world);
  const { events } = await lookUp(world.client, { events: ['event_id'] }, rows);
  const tagsOf = new Map([...events].map(([id, { tags: stored }]) => [id, [...stored]]));
  for (const row of rows) {
    const mark = marks(Number(row['ID']));
    const list = tagsOf.get(reference(row['event_id']));
    const tag = decoded(values.get(reference(row['tag_id'])), mark, 200)
      .trim()
      .toLowerCase();
    if (!list) mark.skip(NO_EVENT);
    else if (tag === '') mark.skip('its tag does not exist or is empty');
    else if (list.includes(tag)) mark.skip('the event already has the tag');
    else list.push(tag);
  }
  await world.client.query(
    `update events e set tags = array(select jsonb_array_elements_text(g.tags))
      from unnest($1::bigint[], $2::jsonb[]) as g(id, tags) where e.id = g.id`,
    [[...tagsOf.keys()], [...tagsOf.values()].map((list) => JSON.stringify(list))],
  );
});

async function valuesOf(
  rows: readonly LegacyRow[],
  { source }: World,
): Promise<ReadonlyMap<number | null, LegacyRow[string]>> {
  const found = await source.query('select ID, tag_value from tags where ID in (?)', [
    rows.map((row) => row['tag_id']),
  ]);
  return new Map(found.map((row) => [Number(row['ID']), row['tag_value']]));
}

const kinds: ReadonlyMap<string, StoredImage['kind']> = new Map([
  ['orig', 'ORIGINAL'],
  ['small', 'SMALL'],
] as const);
/** The size of old rows that have none (contract §4.6). */
const NOMINAL = 90;

/** Images are not copied: only their URLs are stored. */
export const eventImages = step(
  { name: 'event_images', table: 'event_images', key: 'id' },
  async (rows, marks, { client }) => {
    const { rows: found } = await client.query<{ id: number; images: StoredImage[] }>(
      'select id::float8 as id, images from events where id = any($1::bigint[])',
      [rows.map((row) => row['event_id'])],
    );
    const imagesOf = new Map(found.map(({ id, images }) => [id, images]));
    for (const row of rows) {
      const mark = marks(Number(row['id']));
      const images = imagesOf.get(Number(row['event_id']));
      const kind = kinds.get(String(row['type']));
      const location = verbatim(row['url'], mark).trim();
      if (!images) mark.skip(NO_EVENT);
      else if (!kind) mark.skip('it is neither orig nor small');
      else if (!isWebUrl(location)) mark.skip('its URL is not http or https');
      else if (images.some((image) => image.kind === kind)) mark.skip('the event already has an image of this type');
      else {
        const [width, height] = [row['width'], row['height']].map(
          (side) => Math.max(0, Number(side ?? 0)) || NOMINAL,
        ) as [number, number];
        if (width !== row['width'] || height !== row['height']) mark.repair('a missing image size was set to 90 by 90');
        images.push({ kind, location, width, height });
      }
    }
    await client.query(
      'update events e set images = g.images from unnest($1::bigint[], $2::jsonb[]) as g(id, images) where e.id = g.id',
      [[...imagesOf.keys()], [...imagesOf.values()].map((images) => JSON.stringify(images))],
    );
  },
);

import type { ClientBase } from 'pg';
import { insertRows, reserveIds } from '../../../core/bulk/insert-rows.js';
import { withLocalTimes } from '../../../core/date/local-times.js';
import type { EventImageFiles } from '../../../core/ports.js';
import { isImageName } from '../../../adapters/storage/image-store.js';
import { nameRows } from '../free-names.js';
import { numberIn, type Ledgers } from './ledgers.js';
import type { Conference } from './collect.js';
import { eventRow, isAddressable, slugCandidates } from './event-row.js';
import type { People } from './people.js';
import { storePicture, type Fetched, type Picture } from './picture.js';
import type { Texts } from '../values.js';
import type { EventRecord } from './wire.js';

const MAX_STUB_LENGTH = 30;

/** The data of an event and the rules for converting it. */
export interface EventImport {
  readonly conference: Conference;
  readonly people: People;
  /** The account that becomes a host beside those that `people` matches; null for none. */
  readonly hostId: number | null;
  readonly texts: Texts;
  readonly picture: Fetched | null;
  readonly files: EventImageFiles;
  /** Receives the stored files before the transaction ends, so that they can be discarded on rollback. */
  readonly stored: (images: Picture) => void;
  readonly now: Date;
}

/** Writes the event, its picture, its hosts and its source. @returns its ID and its zone */
export async function writeEvent(
  client: ClientBase,
  eventImport: EventImport,
  ledgers: Ledgers,
): Promise<{ readonly id: number; readonly zone: string }> {
  const { conference, texts, now } = eventImport;
  const { event } = conference;
  const [id] = (await reserveIds(client, 'events', 1)) as [number];
  const mark = ledgers.begin('event', numberIn(event.uri));
  const row = eventRow(event, id, texts, now, mark);
  const names = { slug: await freeSlug(client, event, row), stub: await stubIfFree(client, event) };
  if (names.slug !== event.slug) mark.repair('a taken or missing slug was replaced');
  if (names.stub !== event.stub) mark.repair('a taken or invalid stub was dropped');
  mark.settle();
  const images = await writePicture(eventImport, id, ledgers);
  await insertRows(client, 'events', [withLocalTimes({ ...row, ...names, icon: iconOf(event, images), images })]);
  await insertRows(client, 'event_hosts', hostRows(eventImport, id, ledgers));
  await client.query('insert into event_imports (event_id, source) values ($1, $2)', [id, event.uri]);
  return { id, zone: row.time_zone };
}

async function writePicture({ picture, files, stored }: EventImport, id: number, ledgers: Ledgers): Promise<Picture> {
  if (picture === null) return [];
  const { images, skipped, repaired } = await storePicture(files, id, picture);
  stored(images);
  ledgers.enter('image', id, (mark) => {
    if (repaired !== undefined) mark.repair(repaired);
    return skipped === undefined ? images : mark.skip(skipped);
  });
  return images;
}

/** The stored small image; for linked images, the icon of the source. */
function iconOf({ icon }: EventRecord, images: Picture): string | null {
  const small = images.find(({ kind }) => kind === 'SMALL')?.location;
  if (small !== undefined && isImageName(small)) return small;
  return images.length > 0 ? icon : null;
}

function hostRows({ conference, people, hostId, now }: EventImport, id: number, ledgers: Ledgers) {
  const hosts = new Set(hostId === null ? [] : [hostId]);
  for (const host of conference.event.hosts) {
    ledgers.enter('hosts', numberIn(host.account ?? conference.event.uri), (mark) => {
      const user = people.idOf(host);
      return user === null ? mark.skip('no account here matches') : hosts.add(user);
    });
  }
  return [...hosts].map((user) => ({ event_id: id, user_id: user, created_at: now.toISOString() }));
}

async function freeSlug(client: ClientBase, event: EventRecord, row: ReturnType<typeof eventRow>): Promise<string> {
  const named = { slug: '' };
  await nameRows([named], {
    ownName: () => (isAddressable(event.slug) ? event.slug : ''),
    candidates: () => slugCandidates(row),
    take: (it, slug) => (it.slug = slug),
    stored: async (names) => {
      const { rows } = await client.query<{ slug: string }>(
        'select slug from events where slug = any($1) and is_public',
        [names],
      );
      return rows.map(({ slug }) => slug);
    },
    pending: () => Promise.resolve([]),
  });
  return named.slug;
}

/** Events get no replacement stub: printed quicklinks could not follow it (contract §4.2). */
async function stubIfFree(client: ClientBase, { stub }: EventRecord): Promise<string | null> {
  if (!isAddressable(stub) || stub.length > MAX_STUB_LENGTH) return null;
  const { rows } = await client.query('select from events where lower(stub) = lower($1)', [stub]);
  return rows.length === 0 ? stub : null;
}

import type { ClientBase } from 'pg';
import { insertBatch } from '../../../../database/insert-batch.js';
import type { LegacyRow, LegacySource } from './source.js';

/** A language or talk type to be stored. */
interface Entry {
  readonly id: number;
  /** The name of a language, or the kind of a talk type. */
  readonly name: string;
  /** The code of a language, or the description of a talk type. */
  readonly detail: string;
}

interface List {
  readonly entries: readonly Entry[];
  /** Maps legacy IDs to ours; duplicates map to the first entry. */
  readonly idOf: ReadonlyMap<number, number>;
  /** Our IDs, by name. */
  readonly idNamed: ReadonlyMap<string, number>;
}

/** Languages and talk types with their legacy IDs; entries that only a new deployment has are appended. */
export interface Reference {
  readonly languages: List;
  readonly talkTypes: List;
  /** Maps the ID of a link type to its kind. */
  readonly linkKinds: ReadonlyMap<number, string>;
}

/** Maps talk type titles, case-insensitive, to kinds (contract §3.4). */
export const kinds: ReadonlyMap<string, string> = new Map([
  ['talk', 'TALK'],
  ['session', 'TALK'],
  ['social event', 'SOCIAL_EVENT'],
  ['social', 'SOCIAL_EVENT'],
  ['keynote', 'KEYNOTE'],
  ['workshop', 'WORKSHOP'],
  ['event related', 'EVENT_RELATED'],
]);

const linkKinds: ReadonlyMap<string, string> = new Map([
  ['slides_link', 'SLIDES'],
  ['video_link', 'VIDEO'],
  ['audio_link', 'AUDIO'],
  ['code_link', 'CODE'],
  ['joindin_link', 'EVENT_SITE'],
]);

/** Reads the lists from the legacy database; deterministic, so that a resumed import gets the same IDs. */
export async function readReference(source: LegacySource, client: ClientBase): Promise<Reference> {
  const language = ({ lang_name: name, lang_abbr: code }: LegacyRow) => ({
    name: String(name ?? '').trim(),
    detail: String(code ?? '').trim(),
  });
  const category = ({ cat_title: title, cat_desc: description }: LegacyRow) => ({
    name:
      kinds.get(
        String(title ?? '')
          .trim()
          .toLowerCase(),
      ) ?? '',
    detail: String(description ?? '').trim(),
  });
  const links = await rowsOf(source, 'talk_link_types');
  return {
    linkKinds: new Map(
      links.flatMap(({ ID: id, display_name: name }) => {
        const kind = linkKinds.get(String(name));
        return kind === undefined ? [] : [[Number(id), kind]];
      }),
    ),
    languages: listOf(await rowsOf(source, 'lang'), language, await ours(client, 'languages', 'name', 'code')),
    talkTypes: listOf(
      await rowsOf(source, 'categories'),
      category,
      await ours(client, 'talk_types', 'kind', 'description'),
    ),
  };
}

const rowsOf = (source: LegacySource, table: string) =>
  source.sizes.has(table) ? source.query('select * from ?? order by ID', [table]) : Promise.resolve([]);

async function ours(client: ClientBase, table: string, name: string, detail: string): Promise<Entry[]> {
  const { rows } = await client.query<Entry>(
    `select id::float8 as id, ${name} as name, ${detail} as detail from ${table} order by id`,
  );
  return rows;
}

function listOf(
  rows: readonly LegacyRow[],
  read: (row: LegacyRow) => { name: string; detail: string },
  present: readonly Entry[],
): List {
  const entries: Entry[] = [];
  const idNamed = new Map<string, number>();
  const idOf = new Map<number, number>();
  for (const row of rows) {
    const id = Number(row['ID']);
    const { name, detail } = read(row);
    if (name === '') continue;
    if (!idNamed.has(name)) {
      idNamed.set(name, id);
      entries.push({ id, name, detail });
    }
    idOf.set(id, idNamed.get(name) ?? id);
  }
  let last = Math.max(0, ...rows.map((row) => Number(row['ID'])));
  for (const { name, detail } of present) {
    if (idNamed.has(name)) continue;
    last += 1;
    idNamed.set(name, last);
    entries.push({ id: last, name, detail });
  }
  return { entries, idOf, idNamed };
}

/** Replaces the default lists of a new database. No row may reference them yet. */
export async function storeReference(client: ClientBase, { languages, talkTypes }: Reference): Promise<void> {
  await client.query('delete from languages');
  await client.query('delete from talk_types');
  await insertBatch(
    client,
    'languages',
    { id: 'bigint', name: 'text', code: 'text' },
    languages.entries.map(({ id, name, detail: code }) => ({ id, name, code })),
  );
  await insertBatch(
    client,
    'talk_types',
    { id: 'bigint', kind: 'text', description: 'text' },
    talkTypes.entries.map(({ id, name: kind, detail: description }) => ({ id, kind, description })),
  );
}

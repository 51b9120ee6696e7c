import type { ClientBase } from 'pg';
import { insertBatch } from '../../../../database/insert-batch.js';
import type { TalkKind, TalkLinkKind } from '../../../../database/entities/talk.entity.js';
import type { LegacyRow, LegacySource } from './source.js';

/** A language or talk type to be stored. */
interface Entry<Name extends string = string> {
  readonly id: number;
  /** The name of a language, or the kind of a talk type. */
  readonly name: Name;
  /** The code of a language, or the description of a talk type. */
  readonly detail: string;
}

interface List<Name extends string = string> {
  readonly entries: readonly Entry<Name>[];
  /** Maps legacy IDs to ours; duplicates map to the first entry. */
  readonly idOf: ReadonlyMap<number, number>;
  /** Our IDs, by name. */
  readonly idNamed: ReadonlyMap<string, number>;
}

/** Languages and talk types with their legacy IDs; entries that only a new deployment has are appended. */
export interface Reference {
  readonly languages: List;
  readonly talkTypes: List<TalkKind>;
  /** Maps the ID of a link type to its kind. */
  readonly linkKinds: ReadonlyMap<number, TalkLinkKind>;
}

/** Maps talk type titles, case-insensitive, to kinds (contract §3.4). */
export const kinds: ReadonlyMap<string, TalkKind> = new Map<string, TalkKind>([
  ['talk', 'TALK'],
  ['session', 'TALK'],
  ['social event', 'SOCIAL_EVENT'],
  ['social', 'SOCIAL_EVENT'],
  ['keynote', 'KEYNOTE'],
  ['workshop', 'WORKSHOP'],
  ['event related', 'EVENT_RELATED'],
]);

const linkKinds: ReadonlyMap<string, TalkLinkKind> = new Map<string, TalkLinkKind>([
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
  const category = ({
    cat_title: title,
    cat_desc: description,
  }: LegacyRow): { name: TalkKind | ''; detail: string } => ({
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
    talkTypes: listOf<TalkKind>(
      await rowsOf(source, 'categories'),
      category,
      await ours<TalkKind>(client, 'talk_types', 'kind', 'description'),
    ),
  };
}

const rowsOf = (source: LegacySource, table: string) =>
  source.sizes.has(table) ? source.query('select * from ?? order by ID', [table]) : Promise.resolve([]);

async function ours<Name extends string>(
  client: ClientBase,
  table: string,
  name: string,
  detail: string,
): Promise<Entry<Name>[]> {
  const { rows } = await client.query<Entry<Name>>(
    `select id::float8 as id, ${name} as name, ${detail} as detail from ${table} order by id`,
  );
  return rows;
}

function listOf<Name extends string>(
  rows: readonly LegacyRow[],
  read: (row: LegacyRow) => { name: Name | ''; detail: string },
  present: readonly Entry<Name>[],
): List<Name> {
  const entries: Entry<Name>[] = [];
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
    languages.entries.map(({ id, name, detail: code }) => ({ id, name, code })),
  );
  await insertBatch(
    client,
    'talk_types',
    talkTypes.entries.map(({ id, name: kind, detail: description }) => ({ id, kind, description })),
  );
}

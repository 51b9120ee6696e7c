import type { ClientBase } from 'pg';
import { kinds } from '../legacy/source/reference.js';
import type { Mark } from '../report.js';

/** Maps the type and language names of talks, case-insensitive, to local IDs. */
export interface Reference {
  readonly talkType: (word: string | null, mark: Mark) => number;
  readonly language: (name: string | null, mark: Mark) => number;
}

/** Defaults of talks without type or language (contract §3.4). */
const DEFAULT = { type: 'TALK', language: 'english - uk' } as const;

export async function readReference(client: ClientBase): Promise<Reference> {
  const read = async (query: string): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await client.query<{ name: string; id: number }>(query);
    return new Map(rows.map(({ name, id }) => [name, id]));
  };
  const types = await read('select kind as name, id::float8 as id from talk_types order by id');
  const languages = await read('select lower(name) as name, id::float8 as id from languages order by id desc');
  const idOf = (ids: ReadonlyMap<string, number>, name: string, byDefault: string): number | undefined =>
    ids.get(name) ?? ids.get(byDefault) ?? [...ids.values()][0];

  return {
    talkType: (word, mark) => {
      const kind = word === null ? DEFAULT.type : (kinds.get(word.trim().toLowerCase()) ?? '');
      if (!types.has(kind)) mark.repair('an unknown type was replaced by Talk');
      return idOf(types, kind, DEFAULT.type)!;
    },
    language: (name, mark) => {
      const known = name === null ? DEFAULT.language : name.trim().toLowerCase();
      if (!languages.has(known)) mark.repair('an unknown language was replaced by British English');
      return idOf(languages, known, DEFAULT.language)!;
    },
  };
}

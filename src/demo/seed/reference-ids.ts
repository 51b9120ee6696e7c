import type { ClientBase } from 'pg';

/** Resolves talk types and languages to their IDs. */
export interface ReferenceIds {
  readonly talkType: (kind: string) => number;
  readonly language: (name: string) => number;
}

/** Reads the IDs; the functions throw for an unknown name. */
export async function readReferenceIds(client: ClientBase): Promise<ReferenceIds> {
  const read = async (table: string, query: string): Promise<(name: string) => number> => {
    const { rows } = await client.query<{ id: string; name: string }>(query);
    const ids = new Map(rows.map(({ id, name }) => [name, Number(id)]));
    return (name) => {
      const id = ids.get(name);
      if (id === undefined) throw new Error(`The table ${table} has no "${name}": run the migrations first.`);
      return id;
    };
  };
  return {
    talkType: await read('talk_types', 'select id, kind as name from talk_types'),
    language: await read('languages', 'select id, name from languages'),
  };
}

import { sql } from 'kysely';
import { key, nameKey, type Order } from './order.js';
import { rootList } from './page.js';
import { anyId, db, statement, type Parameters } from '../../database/sql/statement.js';

const languageRows = () => db.selectFrom('languages as l').select(['l.id', 'l.name', 'l.code']);
const talkTypeRows = () => db.selectFrom('talk_types as y').select(['y.id', 'y.kind as type', 'y.description']);

export const languagesById = statement('languages by id', ($: Parameters<{ keys: readonly string[] }>) =>
  languageRows().where('l.id', '=', anyId($.keys)),
);

export const talkTypesById = statement('talk types by id', ($: Parameters<{ keys: readonly string[] }>) =>
  talkTypeRows().where('y.id', '=', anyId($.keys)),
);

/** Case-insensitive lookup by name; prefers an exact match if two names differ only in case. */
export const languageByName = statement('language by name', ($: Parameters<{ name: string }>) =>
  languageRows()
    .where(sql<boolean>`lower(l.name) = lower(${$.name})`)
    .orderBy(sql`l.name <> ${$.name}`)
    .limit(1),
);

export const languages = rootList(
  'languages',
  (): Order => [nameKey('l.name', 'name'), key('l.id', 'id', 'id', 'asc')],
  (_: Parameters<object>) => languageRows(),
);

export const talkTypes = rootList(
  'talk types',
  (): Order => [key('y.id', 'id', 'id', 'asc')],
  (_: Parameters<object>) => talkTypeRows(),
);

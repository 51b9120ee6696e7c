import type { ClientBase } from 'pg';
import { accountColumns, personalRecords, type PersonalRecords } from '../../core/account/personal-records.js';
import { isStorable } from '../../core/common/validation.js';
import { domainError } from '../../core/errors.js';

type Row = Readonly<Record<string, unknown>>;

/** All data stored about one person: the account, and every kind of record that refers to it. */
export interface PersonalData {
  readonly exportedAt: string;
  readonly account: Row;
  readonly records: Readonly<Record<string, readonly Row[]>>;
}

/** Formats by column name; other values are unchanged. Times are ISO 8601 in UTC, to the second. */
const forms: readonly (readonly [column: RegExp, form: (column: string) => string])[] = [
  [/(^|_)id$/, (column) => `${column}::text`],
  [/_at$/, (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`],
];

/** Adds the names that a reader needs beside an ID. */
const namesOf: Readonly<Record<string, string>> = {
  event_id: '(select e.name from events e where e.id = r.event_id) as event',
  talk_id: '(select t.title from talks t where t.id = r.talk_id) as talk',
  application_id: '(select a.name from applications a where a.id = r.application_id) as application',
};

/**
 * Reads all data about a person in one snapshot, also for a disabled account.
 *
 * @param client not in a transaction
 * @param username case-insensitive
 * @throws DomainError NOT_FOUND
 */
export async function personalData(client: ClientBase, username: string): Promise<PersonalData> {
  if (!isStorable(username)) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
  await client.query('begin transaction isolation level repeatable read, read only');
  try {
    const own = { table: 'users', condition: 'r.id = u.id', columns: accountColumns };
    const [account] = await rowsOf(client, own, username);
    if (!account) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
    const records: Record<string, Row[]> = {};
    for (const [name, kind] of Object.entries(personalRecords)) records[name] = await rowsOf(client, kind, username);
    return { exportedAt: new Date().toISOString(), account, records };
  } finally {
    await client.query('rollback');
  }
}

async function rowsOf(
  client: ClientBase,
  { table, condition, columns }: Pick<PersonalRecords, 'table' | 'condition' | 'columns'>,
  username: string,
): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select ${columns.flatMap(selected).join(', ')} from users u join ${table} r on ${condition}
      where lower(u.username) = lower($1) order by r.${columns[0]}, r.${columns[1]}`,
    [username.trim()],
  );
  return rows;
}

function selected(column: string): string[] {
  const form = forms.find(([pattern]) => pattern.test(column))?.[1];
  const value = form ? form(`r.${column}`) : `r.${column}`;
  const name = namesOf[column];
  return [`${value} as "${camelCase(column)}"`, ...(name === undefined ? [] : [name])];
}

const camelCase = (column: string): string => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

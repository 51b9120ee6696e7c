import type { ClientBase, Pool } from 'pg';
import { accountColumns, personalRecords, type PersonalRecords } from '../../core/account/personal-records.js';
import { isStorable } from '../../database/storable.js';
import { domainError } from '../../core/errors.js';
import { batchesOf } from './batches.js';

type Row = Readonly<Record<string, unknown>>;

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
 * Streams all data about a person, in one snapshot, as JSON: `exportedAt`, `account`, and `records` by their kind. Also
 * for a disabled account. Memory use is bounded by one batch of rows.
 *
 * @param client not in a transaction
 * @param username case-insensitive
 * @throws DomainError NOT_FOUND, before the first part
 */
export async function* personalData(client: ClientBase, username: string): AsyncGenerator<string> {
  if (!isStorable(username)) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
  await client.query('begin transaction isolation level repeatable read, read only');
  try {
    // All rows are read, and a reader may be slow.
    await client.query("set local cursor_tuple_fraction = 1; set local idle_in_transaction_session_timeout = '1min'");
    const own = { table: 'users', condition: 'r.id = u.id', columns: accountColumns };
    const { rows } = await client.query<Row>(queryOf(own), [username.trim()]);
    if (!rows[0]) throw domainError('NOT_FOUND', 'USER_UNKNOWN');
    const exportedAt = JSON.stringify(new Date().toISOString());
    yield `{\n  "exportedAt": ${exportedAt},\n  "account": ${indented(rows[0], 2)},\n  "records": {`;
    let separator = '\n';
    for (const [name, kind] of Object.entries(personalRecords)) {
      yield `${separator}    "${name}": `;
      yield* arrayOf(batchesOf<Row>(client, queryOf(kind), [username.trim()], kind.batchSize));
      separator = ',\n';
    }
    yield '\n  }\n}\n';
  } finally {
    await client.query('rollback');
  }
}

/** As `personalData`, with a connection of its own from the first part until the end. */
export async function* personalDataFrom(pool: Pool, username: string): AsyncGenerator<string> {
  const client = await pool.connect();
  // A lost connection fails the next statement; without a listener, the event would end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  try {
    yield* personalData(client, username);
  } finally {
    client.off('error', ignore);
    client.release();
  }
}

async function* arrayOf(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let begin = '[\n';
  for await (const rows of batches) {
    yield `${begin}${rows.map((row) => `      ${indented(row, 6)}`).join(',\n')}`;
    begin = ',\n';
  }
  yield begin === '[\n' ? '[]' : '\n    ]';
}

/** JSON with further lines indented. Texts contain no line breaks: JSON escapes them. */
const indented = (row: Row, spaces: number): string =>
  JSON.stringify(row, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);

const queryOf = ({ table, condition, columns }: Pick<PersonalRecords, 'table' | 'condition' | 'columns'>): string =>
  `select ${columns.flatMap(selected).join(', ')} from users u join ${table} r on ${condition}
    where lower(u.username) = lower($1) order by r.${columns[0]}, r.${columns[1]}`;

function selected(column: string): string[] {
  const form = forms.find(([pattern]) => pattern.test(column))?.[1];
  const value = form ? form(`r.${column}`) : `r.${column}`;
  const name = namesOf[column];
  return [`${value} as "${camelCase(column)}"`, ...(name === undefined ? [] : [name])];
}

const camelCase = (column: string): string => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

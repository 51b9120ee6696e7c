import type { ClientBase } from 'pg';
import { OperatorError } from '../config/operator-error.js';
import { stateOf } from './sql-state.js';

/** Extensions for trigram indexes and accent-insensitive search, both part of the PostgreSQL distribution. */
const EXTENSIONS = ['pg_trgm', 'unaccent'] as const;
/** Fixed, because functions in generated columns must not depend on the search path. */
const SCHEMA = 'public';

/** SQLSTATEs of a read-only server and of a role without privileges. */
const EXPLAINED = new Set(['25006', '42501']);

/**
 * Creates the missing extensions in schema `public`.
 *
 * @throws OperatorError if PostgreSQL cannot create an extension, or has it in another schema
 */
export async function createExtensions(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; schema: string }>(
    'select extname as name, extnamespace::regnamespace::text as schema from pg_extension where extname = any($1)',
    [EXTENSIONS],
  );
  const schemas = new Map(rows.map(({ name, schema }) => [name, schema]));
  for (const extension of EXTENSIONS) {
    const schema = schemas.get(extension);
    if (schema === undefined) await create(client, extension);
    else if (schema !== SCHEMA) {
      throw new OperatorError(
        `The extension ${extension} of the database is in schema ${schema}: run ALTER EXTENSION ${extension} SET SCHEMA ${SCHEMA} as its owner, then start again.`,
      );
    }
  }
}

async function create(client: ClientBase, extension: string): Promise<void> {
  const statement = `CREATE EXTENSION ${extension} SCHEMA ${SCHEMA}`;
  try {
    await client.query(statement);
  } catch (cause) {
    // The role has no CREATE privilege at all: `migrate` explains that.
    if (!(await mayCreate(client))) throw cause;
    // `explainRefusal` names the next step: the owner of the database may create both extensions.
    if (EXPLAINED.has(stateOf(cause))) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `PostgreSQL cannot create the extension ${extension} (${reason}): install PostgreSQL's contrib modules if they are missing, run ${statement} in the database as a superuser, then start again.`,
      { cause },
    );
  }
}

async function mayCreate(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    `select has_database_privilege(current_database(), 'CREATE') and has_schema_privilege($1, 'CREATE') as allowed`,
    [SCHEMA],
  );
  return rows[0]?.allowed ?? false;
}

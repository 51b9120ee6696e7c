import { OperatorError } from '../config/operator-error.js';
import type { DatabaseAddress } from './address.js';

const READ_ONLY = '25006';
const INSUFFICIENT_PRIVILEGE = '42501';
/** Messages about objects that another role owns, where owning the database does not help. */
const OTHER_OWNER = /must be owner of|permission denied for (?:table|sequence|function|view)/;

/** Target and role of a schema change. */
interface SchemaChange {
  readonly address: DatabaseAddress;
  readonly role: string;
  readonly database: string;
}

/**
 * Explains why PostgreSQL rejected a schema change, and names the next step.
 *
 * @returns the error itself unless it concerns privileges or a read-only server
 */
export function explainSchemaError(error: unknown, { address, role, database }: SchemaChange): unknown {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  // MikroORM prefixes the message of PostgreSQL with the statement.
  const reason = String(message).split(' - ').at(-1);
  if (code === READ_ONLY) return readOnlyError(address, reason);
  if (code !== INSUFFICIENT_PRIVILEGE || error instanceof OperatorError) return error;
  const step = OTHER_OWNER.test(String(reason))
    ? `connect as the role that owns the tables, or run REASSIGN OWNED BY <that role> TO "${role}" in the database`
    : `run ALTER DATABASE "${database}" OWNER TO "${role}" as a superuser`;
  return new OperatorError(
    `PostgreSQL at ${hostAndDatabase(address)} does not let the role "${role}" change the schema (${reason}): ${step}, and start again.`,
    { cause: error },
  );
}

export function readOnlyError(address: DatabaseAddress, reason: string | undefined): OperatorError {
  return new OperatorError(
    `PostgreSQL at ${hostAndDatabase(address)} is read-only (${reason}): set default_transaction_read_only to off for the role, ` +
      'the database and the server, or set DATABASE_URL to a server that accepts writes.',
  );
}

/** Host and database of the address, without credentials. */
export function hostAndDatabase(address: DatabaseAddress): string {
  if (!('url' in address)) return `${address.host}/${address.database}`;
  const { host, pathname } = new URL(address.url);
  return `${host || 'the local socket'}${pathname}`;
}

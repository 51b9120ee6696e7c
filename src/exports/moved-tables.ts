import { entities } from '../entities/index.js';

/** What is stored by statements of its own, beside the entities. */
const besideEntities = ['event_imports', 'legacy_import', 'legacy_import_steps', 'route_uses'];

/** The tables that an export has. */
export const movedTables: readonly string[] = [...entities.map(({ tableName }) => tableName), ...besideEntities];

/** The others, and why nobody misses them: every table of the database is in one of the two lists. */
export const leftBehind: Readonly<Record<string, string>> = {
  schema_migrations: 'an export names its schema at its beginning',
  rate_limits: 'what was counted lately, under hashes that another key makes differently',
  idempotency_keys: 'what clients may repeat within a day',
  changes: 'numbers of transactions of one server',
  waiting_counts: 'counters are recounted',
  event_heat: 'made anew from the events',
  event_search: 'made anew from the events',
  event_counts: 'made anew from the events',
};

/** Which column of a table opens something to whoever reads it: a hash, or what the key of a deployment has sealed. */
export const secretColumns: Readonly<Record<string, string>> = {
  users: 'password_hash',
  applications: 'consumer_secret_encrypted',
  access_tokens: 'token_hash',
  account_tokens: 'token_hash',
};

/** Tables whose rows are nothing without their secret. */
export const nothingWithoutSecret: readonly string[] = ['access_tokens', 'account_tokens'];

/** Tables that have rows in every database, by the migrations. */
export const referenceTables: readonly string[] = ['talk_types', 'languages'];

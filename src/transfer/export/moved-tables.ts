import { entities } from '../../database/entities/index.js';

/** Tables without an entity, accessed by plain statements. */
const besideEntities = ['event_imports', 'legacy_import', 'legacy_import_steps', 'route_uses'];

/** The exported tables. */
export const movedTables: readonly string[] = [...entities.map(({ tableName }) => tableName), ...besideEntities];

/** The tables not exported, and why. A test requires every table to be in one of the two lists. */
export const leftBehind: Readonly<Record<string, string>> = {
  schema_migrations: 'the export header names the schema',
  rate_limits: 'short-lived counters under hashes that depend on the key',
  idempotency_keys: 'responses for retries within a day',
  secret_key_check: 'the key of one deployment',
  changes: 'transaction IDs of one server',
  waiting_counts: 'counters are recounted',
  event_heat: 'derived from the events',
  event_search: 'derived from the events',
  event_counts: 'derived from the events',
};

/** Secret columns by table: hashes of credentials, and secrets encrypted with the key of the deployment. */
export const secretColumns: Readonly<Record<string, readonly string[]>> = {
  users: ['password_hash'],
  applications: ['consumer_secret_encrypted'],
  access_tokens: ['token_hash'],
  account_tokens: ['token_hash'],
  email_changes: ['confirmation_hash', 'authorisation_hash', 'cancellation_hashes'],
};

/** Tables whose rows are useless without their secret. */
export const nothingWithoutSecret: readonly string[] = ['access_tokens', 'account_tokens', 'email_changes'];

/** Tables that migrations fill in every database. */
export const referenceTables: readonly string[] = ['talk_types', 'languages'];

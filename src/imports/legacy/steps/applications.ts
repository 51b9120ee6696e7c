import { seal } from '../../../domain/secret-box.js';
import { hashToken } from '../../../domain/token/bearer-token.js';
import type { LegacyRow } from '../source.js';
import { copy, type World } from '../step.js';
import { address, dateTime, decoded, isSet, reference, verbatim } from '../../values.js';

const DUPLICATE_KEY = 'another application has its key';

/** Clients. Which of them are first-party only an operator can say (decisions.md no. 17). */
export const applications = copy({
  table: 'oauth_consumers',
  key: 'id',
  into: 'applications',
  columns: {
    id: 'bigint',
    user_id: 'bigint?',
    name: 'text',
    description: 'text',
    callback_url: 'text?',
    consumer_key: 'text',
    consumer_secret_encrypted: 'text',
    may_use_password_grant: 'boolean',
    tokens_are_revocable: 'boolean',
    created_at: 'timestamptz',
  },
  refers: { users: ['user_id'] },
  convert: (row, { users }, mark, { secretKey, now }) => {
    const owner = reference(row['user_id']);
    if (owner !== null && !users.has(owner)) mark.repair('its owner no longer exists: it has none');
    const key = verbatim(row['consumer_key'], mark);
    const name = decoded(row['application'], mark, 255).trim();
    if (name === '') mark.repair('an application without a name is called by its key');
    return {
      id: Number(row['id']),
      user_id: users.has(owner) ? owner : null,
      name: name || key,
      description: decoded(row['description'], mark),
      callback_url: address(row['callback_url'], mark, 500),
      consumer_key: key,
      consumer_secret_encrypted: seal(verbatim(row['consumer_secret'], mark), secretKey),
      may_use_password_grant: isSet(row['enable_password_grant']),
      tokens_are_revocable: Number(row['can_be_revoked'] ?? 1) !== 0,
      created_at: dateTime(row['created_date']) ?? new Date(now * 1000).toISOString(),
    };
  },
  unique: [{ columns: ['consumer_key'], otherwise: (_, mark) => mark.skip(DUPLICATE_KEY) }],
});

/** Access tokens: hashed on the way in, and as good as before (contract §5, caution h). */
export const accessTokens = copy({
  table: 'oauth_access_tokens',
  key: 'id',
  into: 'access_tokens',
  columns: {
    id: 'bigint',
    user_id: 'bigint',
    application_id: 'bigint',
    token_hash: 'text',
    created_at: 'timestamptz',
    last_used_at: 'timestamptz?',
  },
  refers: { users: ['user_id'] },
  prepare: applicationsOf,
  convert: (row, { users, prepared: applicationOf }, mark, { now }) => {
    const user = reference(row['user_id']);
    const application = applicationOf.get(keyOf(row));
    const token = verbatim(row['access_token'], mark);
    if (user === null || !users.has(user)) return mark.skip('its user no longer exists');
    // A token without an application would be an operator's, which may do more.
    if (application === undefined) return mark.skip('its application no longer exists');
    if (token === '') return mark.skip('it is empty');
    return {
      id: Number(row['id']),
      user_id: user,
      application_id: application,
      token_hash: hashToken(token),
      created_at: dateTime(row['created_date']) ?? new Date(now * 1000).toISOString(),
      last_used_at: dateTime(row['last_used_date']),
    };
  },
  unique: [{ columns: ['token_hash'], otherwise: (_, mark) => mark.skip('the same token is there twice') }],
});

const keyOf = (row: LegacyRow) => String(row['consumer_key'] ?? '').toLowerCase();

async function applicationsOf(rows: readonly LegacyRow[], { client }: World): Promise<ReadonlyMap<string, number>> {
  const { rows: found } = await client.query<{ id: number; key: string }>(
    'select id::float8 as id, lower(consumer_key) as key from applications where lower(consumer_key) = any($1)',
    [rows.map(keyOf)],
  );
  return new Map(found.map(({ id, key }) => [key, id]));
}

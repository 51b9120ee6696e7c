import { seal } from '../../../../core/common/secret-box.js';
import { hashToken } from '../../../../core/common/bearer-token.js';
import type { LegacyRow } from '../source/source.js';
import { copy, type World } from '../source/step.js';
import { address, dateTime, decoded, isSet, reference, verbatim } from '../../values.js';

/** The website's client (contract §2.2). Only its tokens are not revocable (contract §2.3). */
const WEBSITE_KEY = 'web2';
/** The original expires tokens last used before yesterday 00:00, so after 24 to 48 hours (contract §2.2). */
const WEBSITE_IDLE_DAYS = 2;
const DUPLICATE_KEY = 'duplicate key';

/** Applications. The operator specifies which are first-party (decisions no. 17). */
export const applications = copy({
  table: 'oauth_consumers',
  key: 'id',
  into: 'applications',
  refers: { users: ['user_id'] },
  convert: (row, { users }, mark, { secretKey, now }) => {
    const owner = reference(row['user_id']);
    if (owner !== null && !users.has(owner)) mark.repair('its owner no longer exists: removed');
    const key = verbatim(row['consumer_key'], mark);
    const name = decoded(row['application'], mark, 255).trim();
    if (name === '') mark.note('it has no name: the source of its comments is PRODUCT_NAME');
    const tokensAreRevocable = Number(row['can_be_revoked'] ?? 1) !== 0;
    const isWebsite = key === WEBSITE_KEY || !tokensAreRevocable;
    if (isWebsite) mark.note(`its tokens expire after ${WEBSITE_IDLE_DAYS} days without use, as the website's did`);
    return {
      id: Number(row['id']),
      user_id: users.has(owner) ? owner : null,
      name: name || null,
      description: decoded(row['description'], mark),
      callback_url: address(row['callback_url'], mark, 500),
      consumer_key: key,
      consumer_secret_encrypted: seal(verbatim(row['consumer_secret'], mark), secretKey),
      may_use_password_grant: isSet(row['enable_password_grant']),
      tokens_are_revocable: tokensAreRevocable,
      token_idle_days: isWebsite ? WEBSITE_IDLE_DAYS : null,
      created_at: dateTime(row['created_date']) ?? new Date(now * 1000).toISOString(),
    };
  },
  unique: [{ columns: ['consumer_key'], otherwise: (_, mark) => mark.skip(DUPLICATE_KEY) }],
});

/** Access tokens: stored hashed, and still valid (contract 5-28). */
export const accessTokens = copy({
  table: 'oauth_access_tokens',
  key: 'id',
  into: 'access_tokens',
  refers: { users: ['user_id'] },
  prepare: applicationsOf,
  convert: (row, { users, prepared: applicationOf }, mark, { now }) => {
    const user = reference(row['user_id']);
    const application = applicationOf.get(keyOf(row));
    const token = verbatim(row['access_token'], mark);
    if (user === null || !users.has(user)) return mark.skip('its user no longer exists');
    // A token without an application would gain the rights of an operator's token.
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
  unique: [{ columns: ['token_hash'], otherwise: (_, mark) => mark.skip('duplicate token') }],
});

const keyOf = (row: LegacyRow) => String(row['consumer_key'] ?? '').toLowerCase();

async function applicationsOf(rows: readonly LegacyRow[], { client }: World): Promise<ReadonlyMap<string, number>> {
  const { rows: found } = await client.query<{ id: number; key: string }>(
    'select id::float8 as id, lower(consumer_key) as key from applications where lower(consumer_key) = any($1)',
    [rows.map(keyOf)],
  );
  return new Map(found.map(({ id, key }) => [key, id]));
}

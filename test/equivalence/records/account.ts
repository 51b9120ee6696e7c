import { address, member, only, type Member } from '../member.js';

/** Contract §2.3. */
export const token: readonly Member[] = [
  member('token', 'id', ({ id }) => Number(id)),
  member('application', 'application { name }', ({ application }) => application?.name ?? null),
  member('created_date', 'createdAt'),
  member('last_used_date', 'lastUsedAt'),
  member(
    'application_owner',
    'application { owner { fullName } }',
    ({ application }) => application?.owner?.fullName ?? null,
  ),
  member('token_uri', 'id', address('token')),
];

/** Contract §2.4. */
export const application: readonly Member[] = [
  member('consumer_key', 'consumerKey'),
  member('created_date', 'createdAt'),
  member('application', 'name'),
  member('description', 'description'),
  member('callback_url', 'callbackUrl'),
  ...only('verbose', [
    member('consumer_secret', 'consumerSecret'),
    member('user_id', 'ownerId', ({ ownerId }) => Number(ownerId)),
  ]),
  member('client_uri', 'id', address('applications')),
];

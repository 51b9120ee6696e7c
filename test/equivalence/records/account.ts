import { tokenRecord } from '../../../rest-facade/nouns/token/record.js';
import { applicationRecord } from '../../../rest-facade/nouns/application/record.js';
import { address, as, membersOf } from '../member.js';

/** Contract §2.3. */
export const token = membersOf(tokenRecord, {
  token: as('id', ({ id }) => Number(id)),
  token_uri: as('id', address('token')),
});

/** Contract §2.4. */
export const application = membersOf(applicationRecord, {
  user_id: as('ownerId', ({ ownerId }) => Number(ownerId)),
  client_uri: as('id', address('applications')),
});

import type { AccessTokenRecordFragment, IssueTokenMutation } from '../operations/documents.generated.js';
import type { Reply, WireRequest } from '../request.js';
import { bare } from './envelope.js';
import { unstored } from './unstored.js';

/** The token record of contract §2.3, in its member order. `token` is the ID, never the secret token. */
export function tokenRecord(token: AccessTokenRecordFragment, { links }: WireRequest) {
  const { id, application, createdAt, lastUsedAt } = token;
  return {
    token: Number(id),
    application: application?.name ?? null,
    created_date: createdAt,
    last_used_date: lastUsedAt,
    application_owner: application?.owner?.fullName ?? null,
    token_uri: links.token(id),
  };
}

/** Response to a login: only the access token and its user (contract §2.2 and §7.1). */
export function issuedToken(
  { accessToken, user, viewer }: IssueTokenMutation['issueToken'],
  request: WireRequest,
): Reply {
  const members = { access_token: accessToken, user_uri: request.links.user(user.id) };
  return unstored(bare(members, request, { viewer }));
}

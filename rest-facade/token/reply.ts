import type { IssueTokenMutation } from '../operations/documents.generated.js';
import type { Reply, WireRequest } from '../request.js';
import { bare } from '../shape/envelope.js';
import { unstored } from '../shape/unstored.js';

/** Response to a login: only the access token and its user (contract §2.2 and §7.1). */
export function issuedToken(
  { accessToken, user, viewer }: IssueTokenMutation['issueToken'],
  request: WireRequest,
): Reply {
  const members = { access_token: accessToken, user_uri: request.links.user(user.id) };
  return unstored(bare(members, request, { viewer }));
}

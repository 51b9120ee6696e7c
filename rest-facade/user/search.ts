import type { UserCollectionQueryVariables } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { listVariables } from '../read/list.js';

/** `?username=` matches exactly, `?keyword=` a substring of a name (contract §3.9). */
export function userSearchVariables(request: WireRequest): UserCollectionQueryVariables {
  const { query } = request;
  return {
    username: query.text('username') || null,
    keyword: query.text('keyword') || null,
    ...listVariables(request),
  };
}

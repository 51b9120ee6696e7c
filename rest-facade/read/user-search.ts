import type { UserCollectionQueryVariables } from '../operations/documents.generated.js';
import type { WireRequest } from '../request.js';
import { listVariables } from './list.js';

/** `?username=` is exact, `?keyword=` a part of one of the names (contract §3.9). */
export function userSearchVariables(request: WireRequest): UserCollectionQueryVariables {
  const { query } = request;
  return {
    username: query.text('username') || null,
    keyword: query.text('keyword') || null,
    ...listVariables(request),
  };
}

import type { TalkSearchQueryVariables } from '../operations/documents.generated.js';
import { Refusal } from '../refusal.js';
import type { WireRequest } from '../request.js';
import { listVariables } from '../read/list.js';

/** @throws Refusal 405 without a title: v2.1 does not list all talks (spec §1, contract §3.4) */
export function talkSearchVariables(request: WireRequest): TalkSearchQueryVariables {
  const title = request.query.text('title');
  if (!title)
    throw new Refusal('METHOD_UNSUPPORTED', 'Generic talks listing not supported', { Allow: 'GET, HEAD, OPTIONS' });
  return { title, ...listVariables(request) };
}

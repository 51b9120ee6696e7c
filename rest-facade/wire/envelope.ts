import type { AskingFragment } from '../operations/documents.generated.js';
import { Refusal } from './refusal.js';
import { RecordList } from './json.js';
import type { PlainReply, WireRequest } from './request.js';

/** A page as GraphQL returns it. */
export interface GraphPage<Node> {
  readonly offset: number | null;
  readonly totalCount: number;
  readonly nodes: readonly Node[];
}
export type Shape<Node> = (node: Node, request: WireRequest, viewer: AskingFragment['viewer']) => object;

const ok = (body: object): PlainReply => ({ status: 200, body });

/** `user_uri` confirms that the access token is valid (contract §2.1). */
function userUri({ viewer }: AskingFragment, { links }: WireRequest) {
  return viewer && { user_uri: links.user(viewer.id) };
}

/** Wraps a page of records in an envelope: the records under the name of their type, then `meta` (spec §2.1). */
export function pageOf<Node>(
  name: string,
  page: GraphPage<Node>,
  shape: Shape<Node>,
  request: WireRequest,
  asking: AskingFragment,
): PlainReply {
  const start = page.offset ?? 0;
  return ok({
    [name]: listOf(page.nodes, (node) => shape(node, request, asking.viewer)),
    meta: {
      count: page.nodes.length,
      total: page.totalCount,
      ...pageLinks(request, start, page.nodes.length, page.totalCount),
      ...userUri(asking, request),
    },
  });
}

/** More records would block the event loop. */
const MAX_RECORDS_AT_ONCE = 100;

function listOf<Node>(nodes: readonly Node[], shape: (node: Node) => object): readonly object[] | RecordList {
  if (nodes.length <= MAX_RECORDS_AT_ONCE) return nodes.map(shape);
  return new RecordList(function* () {
    for (const node of nodes) yield shape(node);
  });
}

/** Wraps one record in a one-element array. @throws Refusal 404 with the message `missing` if the record is null */
export function recordOf<Node>(
  name: string,
  node: Node | null,
  shape: Shape<Node>,
  missing: string,
  request: WireRequest,
  asking: AskingFragment,
): PlainReply {
  return pageOf(name, { offset: 0, totalCount: 1, nodes: [orNotFound(node, missing)] }, shape, request, asking);
}

/** Paginates a short list that GraphQL returns in full. */
export function partOf<Node>(
  name: string,
  nodes: readonly Node[],
  shape: Shape<Node>,
  request: WireRequest,
  asking: AskingFragment,
): PlainReply {
  const { start = 0, limit } = request.paging;
  const page = { offset: start, totalCount: nodes.length, nodes: nodes.slice(start, start + limit) };
  return pageOf(name, page, shape, request, asking);
}

/** Returns a short list that v2.1 never paginates (contract §3.2, Claims overview, and §3.8) as a single page. */
export function wholeOf<Node>(
  name: string,
  nodes: readonly Node[],
  shape: Shape<Node>,
  request: WireRequest,
  asking: AskingFragment,
): PlainReply {
  const paging = { start: 0, limit: nodes.length, resultsPerPage: 0 };
  return pageOf(name, { offset: 0, totalCount: nodes.length, nodes }, shape, { ...request, paging }, asking);
}

/** Returns an object without an envelope; empty `meta` is omitted (contract §1.6). */
export function bareOf(members: object, request: WireRequest, asking: AskingFragment, count?: number): PlainReply {
  const meta = { ...(count !== undefined && { count }), ...userUri(asking, request) };
  return ok(Object.keys(meta).length === 0 ? members : { ...members, meta });
}

/** @throws Refusal 404 with the message `missing` if there is no value */
export function orNotFound<Value>(value: Value | null | undefined, missing: string): Value {
  if (value === null || value === undefined) throw new Refusal('RECORD_UNKNOWN', missing);
  return value;
}

/** Links to this page and its neighbours (contract §1.6). A page may be short: pages are also limited by size. */
function pageLinks({ path, query, paging, links }: WireRequest, start: number, count: number, total: number) {
  const { limit, resultsPerPage } = paging;
  const end = start + (count || limit);
  const page = (from: number, size: number) =>
    `${links.origin}${path}?${query.with({ start: String(from), resultsperpage: String(size) }).toString()}`;
  return {
    this_page: page(start, resultsPerPage),
    ...(limit > 0 && end < total && { next_page: page(end, limit) }),
    ...(start > 0 && { prev_page: page(Math.max(start - limit, 0), limit) }),
  };
}

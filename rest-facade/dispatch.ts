import type { DocumentNode } from 'graphql';
import type { ErrorCode, Reason } from '../src/errors.js';
import { sentences, statuses, type OwnSentences } from './errors.js';
import { Links } from './links.js';
import { readAuthorization } from './read/authorization.js';
import { readPaging } from './read/paging.js';
import { WireQuery } from './read/query.js';
import { Refusal } from './refusal.js';
import {
  formOf,
  plainForm,
  write,
  writeError,
  writePreflight,
  type Form,
  type WireError,
  type WireReply,
} from './reply.js';
import type { FacadeSettings } from './request.js';
import type { Row } from './route.js';
import { createTable } from './table.js';

/** What the core answers: data, or the first thing that went wrong. */
export interface Outcome {
  readonly data: unknown;
  readonly failure: {
    readonly code: ErrorCode;
    readonly problems: readonly { reason: Reason; field?: string }[];
  } | null;
}

/** The one way into the core. */
export type Execute<Context> = (
  operation: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
) => Promise<Outcome>;

/** An HTTP request, free of any framework. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query string as they came. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly accept: string | undefined;
  /** Scheme, host and port by which the client reached the service; null when its `Host` is none of ours. */
  readonly origin: string | null;
}

export type Dispatcher = (request: IncomingRequest) => Promise<WireReply>;

/** Makes the context of a request from the token that it presents and the address by which it came. */
export type ContextFor<Context> = (token: string | null, origin: string) => Promise<Context>;

/** Match → read → execute → reply. The only place that executes. */
export function createDispatcher<Context>(
  rows: readonly Row[],
  execute: Execute<Context>,
  contextFor: ContextFor<Context>,
  settings: FacadeSettings,
): Dispatcher {
  const find = createTable(rows);

  return async (incoming) => {
    const { path, search } = targetOf(incoming.url);
    const query = WireQuery.parse(search);
    let form: Form = plainForm;
    try {
      form = formOf(
        incoming.method === 'GET' || incoming.method === 'HEAD' ? query.text('callback') : undefined,
        incoming.accept,
      );
      const token = readAuthorization(incoming.authorization);
      if (incoming.origin === null) throw new Refusal('HOST_UNKNOWN', sentences.HOST_UNKNOWN);
      const { row, params, allow } = find(incoming.method, path);
      if (incoming.method === 'OPTIONS') return writePreflight(allow);
      if (!row) throw new Refusal('METHOD_UNSUPPORTED', 'Method not supported', { Allow: allow });
      if (!row.answer) throw new Refusal('NOT_BUILT', 'This operation is not available yet');
      const request = {
        path,
        params,
        query,
        paging: readPaging(query, settings.maxResults),
        verbose: query.text('verbose') === 'yes',
        links: new Links(incoming.origin, settings.websiteUrl),
        settings,
      };
      const { operation, variables, reply, sentences: own } = row.answer;
      const outcome = await execute(operation, variables(request), await contextFor(token, incoming.origin));
      if (outcome.failure) return writeError(errorOf(outcome.failure, own ?? {}, token !== null, allow), form);
      return write(reply(outcome.data, request), form);
    } catch (error) {
      if (error instanceof Refusal) return writeError(error, form);
      throw error;
    }
  };
}

/** Path and query string of a request target, which proxies may send with scheme and host before it. */
function targetOf(url: string): { path: string; search: string } {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = target.indexOf('?');
  return mark === -1 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark + 1) };
}

function errorOf(
  { code, problems }: NonNullable<Outcome['failure']>,
  own: OwnSentences,
  withToken: boolean,
  allow: string,
): WireError {
  const said = problems.map(({ reason }) => own[reason] ?? sentences[reason]).join('. ');
  return { status: statuses[code], sentence: said, headers: headersOf(code, withToken, allow), code, problems };
}

function headersOf(code: ErrorCode, withToken: boolean, allow: string): Record<string, string> {
  if (code === 'UNAUTHENTICATED') {
    const challenge = `Bearer realm="lectern"${withToken ? ', error="invalid_token"' : ''}`;
    return { 'WWW-Authenticate': challenge, Allow: allow };
  }
  return code === 'UNAVAILABLE' ? { 'Retry-After': '2' } : {};
}

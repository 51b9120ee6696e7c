import type { DocumentNode } from 'graphql';
import { createAlternates } from './alternate.js';
import { conditionalMethods, writeIfMatched, type Conditions, type Reading } from './condition.js';
import { createNotices } from './deprecations.js';
import { sentences } from './errors.js';
import { wireError, type Failure, type Outcome } from './failure.js';
import { answerOnce, keyOf, type Repeats } from './idempotency.js';
import { keepable, subjectOf, type Keep } from './keep.js';
import { Links } from './links.js';
import { readAuthorization } from './read/authorization.js';
import { readBody } from './read/body.js';
import { WireFields } from './read/fields.js';
import { formOf, plainForm, type Form } from './read/form.js';
import { readPaging } from './read/paging.js';
import type { WireQuery } from './read/query.js';
import { readTarget } from './read/target.js';
import { Refusal } from './refusal.js';
import { withHeaders, write, writeError, writePreflight, type WireReply } from './reply.js';
import type { FacadeSettings, WireRequest } from './request.js';
import type { Row } from './route.js';
import { createTable } from './table.js';
import { createTurns } from './turns.js';

/** Executes a stored operation; the facade's only access to the core. */
export type Execute<Context> = (
  operation: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
) => Promise<Outcome>;

/** An HTTP request, independent of any framework. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query string as received. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly accept: string | undefined;
  /** Correlates the request with its log entries. */
  readonly requestId?: string | undefined;
  /** Scheme, host and port of the request; null if `Host` is not an address of this service. */
  readonly origin: string | null;
  readonly contentType: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Reads the whole body. Rejects with an error that has a `status` if it is too large or cannot be decompressed. */
  readonly body: () => Promise<Uint8Array>;
  /** Streams the file in this field of a multipart body; yields no bytes if there is none. */
  readonly upload: (field: string) => AsyncIterable<Uint8Array>;
}

export type Dispatcher<Incoming extends IncomingRequest> = (request: Incoming) => Promise<WireReply>;

/** The part of a context that the dispatcher reads. */
export interface Asking {
  readonly viewer: object | null;
}

/** Creates the context of a request from its access token and origin. */
export type ContextFor<Context, Incoming> = (
  token: string | null,
  origin: string,
  incoming: Incoming,
) => Promise<Context>;

/**
 * Match → read → execute → reply. The only place that executes.
 *
 * @param matched is called with the row as soon as the request matches it
 * @param keep serves anonymous reads from the response cache; without it every response is computed
 * @param conditions evaluate `If-Match` on writes; without them the header is ignored
 * @param repeats make POST requests with an `Idempotency-Key` idempotent; without them the header is ignored
 */
export function createDispatcher<Context extends Asking, Incoming extends IncomingRequest>(
  rows: readonly Row[],
  execute: Execute<Context>,
  contextFor: ContextFor<Context, Incoming>,
  settings: FacadeSettings,
  matched: (incoming: Incoming, row: Row) => void = () => undefined,
  keep?: Keep,
  conditions?: Conditions<Context>,
  repeats?: Repeats<Context>,
): Dispatcher<Incoming> {
  const find = createTable(rows);
  const notices = createNotices(rows, settings.deprecations);
  const alternateOf = createAlternates(rows);
  const turns = createTurns();

  return async (incoming) => {
    const { path, query } = readTarget(incoming.url);
    const reads = incoming.method === 'GET' || incoming.method === 'HEAD';
    const view = { path, query, origin: incoming.origin, productName: settings.productName };
    let form: Form = plainForm;
    try {
      form = formOf(incoming, view);
      const token = readAuthorization(incoming.authorization);
      if (incoming.origin === null) throw new Refusal('HOST_UNKNOWN', sentences.HOST_UNKNOWN);
      const { row, params, allow } = find(incoming.method, path);
      if (incoming.method === 'OPTIONS') return writePreflight(allow);
      if (!row) throw new Refusal('METHOD_UNSUPPORTED', 'Method not supported', { Allow: allow });
      matched(incoming, row);
      const notice = notices.get(row);
      if (notice) form = { ...form, notice };
      if (!row.answer) throw new Refusal('NOT_OFFERED', row.refusal);
      const { operation, variables, reply, login, multipart } = row.answer;
      const { origin } = incoming;
      const ifMatch = conditionalMethods.has(incoming.method) ? incoming.ifMatch : undefined;
      const requestOf = (query: WireQuery, members: Readonly<Record<string, unknown>>): WireRequest => {
        const fields = new WireFields(query, members);
        return {
          path,
          params,
          query,
          fields,
          upload: incoming.upload,
          paging: readPaging(query, settings.maxResults),
          verbose: fields.value('verbose') === 'yes',
          links: new Links(origin, settings.websiteUrl),
          settings,
        };
      };
      /** Reads the representation that the same caller would get with GET. */
      const readInstead = async (query: WireQuery, context: Context): Promise<Reading> => {
        const { row: twin } = find('GET', path);
        if (!twin?.answer) return { body: null, failure: null };
        const request = requestOf(query, {});
        const asked = twin.answer.variables(request);
        const { data, failure } = await execute(twin.answer.operation, asked, context);
        if (failure) return { body: null, failure };
        const likewise = formOf({ method: 'GET', accept: incoming.accept }, { ...view, query });
        const { body } = write(twin.answer.reply(data, request), likewise, alternateOf(twin, origin, asked));
        return { body, failure };
      };
      const { legacyCompatibility } = settings;
      const refuse = (failure: Failure, headers = {}, given = (_: string) => '') =>
        writeError(
          wireError(failure, row, { withToken: token !== null, allow, given, headers, legacyCompatibility }),
          form,
        );

      const answer = async (): Promise<WireReply> => {
        const context = await contextFor(token, origin, incoming);
        if (login !== undefined && context.viewer === null) return refuse(NOBODY);
        const key = repeats && keyOf(incoming, row);
        const body = reads || multipart ? null : await incoming.body();
        const members = body ? readBody(body, incoming.contentType) : {};
        const request = requestOf(query, members);
        const { fields } = request;
        if (Object.hasOwn(members, 'format')) form = { ...form, ...formOf(incoming, view, fields.text('format')) };
        const asked = variables(request);
        const run = (by: Context) => execute(operation, asked, by);
        const read = (some: WireQuery) => readInstead(some, context);
        const tell = ({ data, failure, headers }: Outcome) =>
          failure
            ? refuse(failure, headers, (name) => fields.text(name))
            : write(withHeaders(reply(data, request), headers), form, alternateOf(row, origin, asked));
        if (repeats && key !== undefined) {
          return answerOnce(repeats, { key, incoming, body, context, work: async (by) => tell(await run(by)) });
        }
        return tell(
          await (conditions && ifMatch !== undefined
            ? writeIfMatched(conditions, { ifMatch, subject: subjectOf(row, params), context, query, read, run })
            : run(context)),
        );
      };
      const { url, accept } = incoming;
      const kept = token === null ? keepable(row, params, { url, accept, origin, query }) : null;
      const inTurn = turns(readPaging(query, settings.maxResults), answer);
      return await (keep && kept ? keep(kept, inTurn) : inTurn());
    } catch (error) {
      if (error instanceof Refusal) return writeError(error, form);
      throw error;
    }
  };
}

const NOBODY: Failure = { code: 'UNAUTHENTICATED', problems: [{ reason: 'LOGIN_REQUIRED' }] };

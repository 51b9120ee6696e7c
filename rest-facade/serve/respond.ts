import type { DocumentNode } from 'graphql';
import type { IncomingMessage } from 'node:http';
import type { AlternateOf } from './alternate.js';
import { sentences } from '../wire/errors.js';
import type { Outcome } from '../../src/core/errors.js';
import { errorReplyOf } from './failure.js';
import { Links } from '../wire/links.js';
import type { RestMatch } from './match.js';
import { readBody, WireFields } from '../wire/fields.js';
import { formOf, plainForm, type Form } from './form.js';
import { readPaging } from '../wire/paging.js';
import { uploadOf } from './upload.js';
import { Refusal } from '../wire/refusal.js';
import { write, writeError, type WireReply } from './reply.js';
import type { FacadeSettings, WireRequest } from '../wire/request.js';

/** Executes a stored operation; the facade's only access to the core. */
export type Execute = (operation: DocumentNode, variables: Readonly<Record<string, unknown>>) => Promise<Outcome>;

/** An HTTP request, apart from what is in its match. */
export interface RestRequest {
  readonly method: string;
  /** Path and query string as received. */
  readonly url: string;
  readonly accept: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** Correlates the request with its log entries. */
  readonly requestId: string | undefined;
  /** Time of the request, in seconds since 1970. */
  readonly now: number;
  /** Scheme, host and port of the request; null if `Host` is not an address of this service. */
  readonly origin: string | null;
  /** The whole body; null if the match has none, or streams it. */
  readonly body: Uint8Array | null;
  /** The request that a multipart body is streamed from. */
  readonly stream: IncomingMessage;
}

export type Respond = (match: RestMatch, request: RestRequest, execute: Execute) => Promise<WireReply>;

/** Maximum number of records of an HTML page, which links to the next one. */
const MAX_SHOWN = 500;

/** Read → execute → reply. The only place that executes. */
export function createRespond(settings: FacadeSettings, alternateOf: AlternateOf): Respond {
  return async (match, request, execute) => {
    const { row, target, allow, notice } = match;
    const { origin, stream, body, now } = request;
    const { operation, variables, reply } = row.answer;
    const { legacyCompatibility } = settings;
    const view = { ...target, origin, productName: settings.productName };
    let form: Form = plainForm;
    try {
      form = { ...formOf(request, view), ...(notice && { notice }) };
      if (origin === null) throw new Refusal('HOST_UNKNOWN', sentences.HOST_UNKNOWN);
      const members = body ? readBody(body, request.contentType) : {};
      const fields = new WireFields(target.query, members);
      const asked: WireRequest = {
        ...target,
        params: match.params,
        fields,
        upload: (field) => uploadOf(stream, field),
        paging: readPaging(target.query, form.page ? Math.min(settings.maxResults, MAX_SHOWN) : settings.maxResults),
        verbose: fields.value('verbose') === 'yes',
        now,
        links: new Links(origin, settings.websiteUrl),
        settings,
      };
      if (Object.hasOwn(members, 'format')) form = { ...form, ...formOf(request, view, fields.text('format')) };
      const input = variables(asked);
      const { data, failure } = await execute(operation, input);
      if (!failure) return write(reply(data, asked), form, alternateOf(row, origin, input));
      const withToken = request.authorization !== undefined;
      const given = (name: string) => fields.text(name);
      return writeError(errorReplyOf(failure, row, { withToken, allow, given, legacyCompatibility }), form);
    } catch (error) {
      if (error instanceof Refusal) return writeError(error, form);
      throw error;
    }
  };
}

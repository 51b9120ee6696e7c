import type { HttpErrorData } from '../../src/http/http-error.js';
import { edgeSentences, sentences } from '../wire/errors.js';
import { errorReplyOf } from './failure.js';
import type { RestMatch } from './match.js';
import { readAuthorization, formOf, plainForm, type Form } from './form.js';
import { readBody, WireFields } from '../wire/fields.js';
import { readTarget } from '../wire/query.js';
import { Refusal } from '../wire/refusal.js';
import { writeError, type ErrorReply, type WireError } from './reply.js';
import type { FacadeSettings } from '../wire/request.js';
import type { RestRequest } from './respond.js';

/** @param match the match of the request, if it has one already */
export type Render = (error: HttpErrorData, request: RestRequest, match?: RestMatch) => WireError;

const messages: Readonly<Record<string, string>> = { ...sentences, ...edgeSentences };

/** Writes error responses in the format that the request negotiates. */
export function createRender({ productName, legacyCompatibility }: FacadeSettings): Render {
  return (error, request, match) => {
    let form: Form = plainForm;
    try {
      form = formFor(request, productName, match);
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      // An invalid JSONP callback is the first error of a request, but does not hide an internal one.
      if (error.status < 500) return writeError(cause, form);
    }
    const withToken = request.authorization !== undefined;
    return writeError(replyOfError(error, request, match, { withToken, legacyCompatibility }), form);
  };
}

function replyOfError(
  { reason, code, status, headers, sentence }: HttpErrorData,
  { authorization }: RestRequest,
  match: RestMatch | undefined,
  circumstances: { readonly withToken: boolean; readonly legacyCompatibility: boolean },
): ErrorReply {
  if (match && reason === 'LOGIN_REQUIRED') {
    const failure = { code, problems: [{ reason }] } as const;
    return errorReplyOf(failure, match.row, { ...circumstances, allow: match.allow, given: () => '' });
  }
  const own = reason === 'AUTHORIZATION_UNREADABLE' ? problemOfAuthorization(authorization) : sentence;
  const said = own ?? messages[reason] ?? sentences.UNEXPECTED;
  return { status, code, sentence: said, problems: [{ reason }], ...(headers && { headers }) };
}

/** v2.1 distinguishes an unknown scheme from a malformed header. */
function problemOfAuthorization(header: string | undefined): string | undefined {
  try {
    readAuthorization(header);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.sentence;
    throw error;
  }
}

/** @throws Refusal for an invalid JSONP callback */
function formFor(request: RestRequest, productName: string, match?: RestMatch): Form {
  const target = match?.target ?? readTarget(request.url);
  const view = { ...target, origin: request.origin, productName };
  const form = formOf(request, view, formatIn(request) ?? target.query.text('format'));
  return match?.notice ? { ...form, notice: match.notice } : form;
}

/** `format` of the body; undefined if it has none, or cannot be parsed. */
function formatIn({ body, contentType }: RestRequest): string | undefined {
  if (!body) return undefined;
  try {
    const members = readBody(body, contentType);
    const fields = new WireFields(readTarget('').query, members);
    return fields.optionalText('format');
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

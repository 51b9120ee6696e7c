import type { Failure } from '../../src/core/errors.js';
import { statuses, wireName } from '../wire/errors.js';
import { sentenceOf, sentenceOfAll } from '../wire/sentence-of.js';
import type { ErrorReply } from './reply.js';
import type { Row } from '../table/route.js';

/** Request state that the message and headers of an error depend on. */
interface Circumstances {
  readonly withToken: boolean;
  /** Methods of the path, for `Allow`. */
  readonly allow: string;
  /** Returns the value of a wire field in the request. */
  readonly given: (name: string) => string;
  readonly legacyCompatibility: boolean;
}

/** Default of `Retry-After` in seconds, if the core returns none. */
const RETRY_AFTER_SECONDS = 2;

/** Maps a failure of the core to a v2.1 error, with the messages of the row where it overrides the defaults. */
export function errorReplyOf(failure: Failure, { answer }: Row, circumstances: Circumstances): ErrorReply {
  const { code, problems } = failure;
  const { sentences, login, together, fieldNames, legacyRateLimit, firstProblemOnly } = answer ?? {};
  const own = login === undefined ? sentences : { LOGIN_REQUIRED: login, ...sentences };
  // Several GraphQL problems may share one v2.1 message, such as two unparseable dates.
  const worded = firstProblemOnly ? problems.slice(0, 1) : problems;
  const each = [
    ...new Set(worded.map((problem) => sentenceOf(problem, own ?? {}, fieldNames, circumstances.given))),
  ].join('. ');
  const isLegacy = code === 'RATE_LIMITED' && circumstances.legacyCompatibility;
  const legacy = isLegacy ? legacyRateLimit : undefined;
  const said = legacy ?? sentenceOfAll(worded, together ?? {}, fieldNames) ?? each;
  return {
    status: statuses[code],
    sentence: said.replace('{retryAfter}', String(failure.details?.retryAfter)),
    headers: headersOf(failure, circumstances),
    code,
    problems: problems.map(({ field, ...problem }) =>
      field === undefined ? problem : { ...problem, field: wireName(field, fieldNames) },
    ),
  };
}

function headersOf({ code, details }: Failure, { withToken, allow }: Circumstances): Record<string, string> {
  if (code === 'UNAUTHENTICATED') {
    const challenge = `Bearer realm="lectern"${withToken ? ', error="invalid_token"' : ''}`;
    return { 'WWW-Authenticate': challenge, Allow: allow };
  }
  const retryAfter = details?.retryAfter ?? (code === 'UNAVAILABLE' ? RETRY_AFTER_SECONDS : undefined);
  return retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
}

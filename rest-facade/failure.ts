import type { ErrorCode } from '../src/errors.js';
import { sentenceOf, sentenceOfAll, statuses, wireName, type CoreProblem } from './errors.js';
import type { WireError } from './reply.js';
import type { Row } from './route.js';

/** How the core says no. */
export interface Failure {
  readonly code: ErrorCode;
  readonly problems: readonly CoreProblem[];
  readonly details?: { readonly retryAfter?: number };
}

/** What the core answers: data, or the first thing that went wrong, and headers that go with either. */
export interface Outcome {
  readonly data: unknown;
  readonly failure: Failure | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an error's headers depend on besides the failure. */
interface Circumstances {
  readonly withToken: boolean;
  /** The methods of the path. */
  readonly allow: string;
  /** The text that came in a field. */
  readonly given: (name: string) => string;
  /** Headers that the core sends along. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Seconds after which to try again where the core does not say. */
const SOON = 2;

/** A failure of the core in the words of v2.1, and of its row where that has words of its own. */
export function wireError(failure: Failure, { answer }: Row, circumstances: Circumstances): WireError {
  const { code, problems } = failure;
  const { sentences, login, together, fieldNames } = answer ?? {};
  const own = login === undefined ? sentences : { LOGIN_REQUIRED: login, ...sentences };
  // What v2.1 says in one sentence may be several problems of the graph, such as two dates that cannot be read.
  const each = [
    ...new Set(problems.map((problem) => sentenceOf(problem, own ?? {}, fieldNames, circumstances.given))),
  ].join('. ');
  const said = sentenceOfAll(problems, together ?? {}, fieldNames) ?? each;
  return {
    status: statuses[code],
    sentence: said.replace('{retryAfter}', String(failure.details?.retryAfter)),
    headers: { ...circumstances.headers, ...headersOf(failure, circumstances) },
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
  const retryAfter = details?.retryAfter ?? (code === 'UNAVAILABLE' ? SOON : undefined);
  return retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
}

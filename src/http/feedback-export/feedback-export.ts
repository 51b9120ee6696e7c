import type { Context } from '../../core/context.js';
import { DomainError, type ErrorCode } from '../../core/errors.js';
import { exportEventFeedback, exportTalkFeedback } from '../../core/feedback/export-feedback.js';
import type { FeedbackRow } from '../../core/feedback/feedback-rows.js';
import type { Endpoint } from '../exchange.js';
import type { Match } from '../match.js';
import { HttpError, type HttpErrorData } from '../http-error.js';
import { isRead, type Reply } from '../send.js';

/** A format of exported comments. */
interface Format {
  readonly contentType: string;
  readonly text: (batches: AsyncIterable<readonly FeedbackRow[]>) => AsyncGenerator<string>;
}

/** A request for the feedback on an event or a talk, in one format. */
interface ExportMatch extends Match {
  readonly of: keyof typeof exports;
  readonly id: string;
  readonly format: Format;
}

const exports: Readonly<
  Record<'events' | 'talks', (context: Context, id: string) => Promise<AsyncGenerator<FeedbackRow[]>>>
> = { events: exportEventFeedback, talks: exportTalkFeedback };

const PATH = /^\/feeds\/(events|talks)\/([^/]{1,100})\/feedback\.(csv|json|ndjson)(?:\?|$)/;

export const isFeedbackExport = (url: string): boolean => PATH.test(url);

const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  ...{ UNAUTHENTICATED: 401, FORBIDDEN: 403, NOT_FOUND: 404, UNAVAILABLE: 503 },
};

export interface FeedbackExportParts {
  readonly formats: Readonly<Record<'csv' | 'json' | 'ndjson', Format>>;
  readonly render: (error: HttpErrorData, path: string) => Reply;
}

/**
 * `GET /feeds/events/{id}/feedback.csv`, `.json`, `.ndjson` for hosts of the event, and the same below
 * `/feeds/talks/{id}` for them and claimed speakers: comments as a file, streamed. Errors: 401, 403, 404, 405, 503.
 */
export const createFeedbackExport = ({ formats, render }: FeedbackExportParts): Endpoint<ExportMatch> => ({
  identifiesFirst: true,
  maxPageSize: 0,
  match({ method, url }) {
    const [, of = '', id = '', format = ''] = PATH.exec(url) ?? [];
    if (!isRead({ method })) {
      return new HttpError(405, 'NOT_SUPPORTED', 'METHOD_UNSUPPORTED', { Allow: 'GET, HEAD, OPTIONS' });
    }
    return {
      ...{ of: of as ExportMatch['of'], id, format: formats[format as keyof typeof formats] },
      ...{ route: `GET /feeds/${of}/:id/feedback.${format}`, login: 'required', subject: null, cache: null },
      ...{ representations: [], idempotency: 'ignored', body: 'none', maxRecords: 0 },
    };
  },
  async respond(exchange) {
    const { of, id, format } = exchange.match;
    try {
      const text = format.text(await exports[of](await exchange.context(), id));
      const headers = {
        'Content-Type': format.contentType,
        'Content-Disposition': `attachment; filename="feedback-${of.slice(0, -1)}-${id}.${extensionOf(exchange.url)}"`,
        ...{ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' },
      };
      return { status: 200, headers, body: null, stream: await startedStream(text) };
    } catch (error) {
      throw httpErrorOf(error);
    }
  },
  render: (error, { url }) => render(error, url),
});

const extensionOf = (url: string): string => PATH.exec(url)?.[3] ?? '';

/** Reads the first part before the headers are sent, so that an unavailable database returns an error status. */
async function startedStream(text: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await text.next();
  return (async function* () {
    if (first.done !== true) yield first.value;
    yield* text;
  })();
}

function httpErrorOf(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  const { code, problems } = error;
  const status = statuses[code];
  if (status === undefined) return error;
  return new HttpError(status, code, problems[0]?.reason ?? '', status === 503 ? { 'Retry-After': '2' } : {});
}

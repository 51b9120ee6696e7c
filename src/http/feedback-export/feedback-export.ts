import type { Context } from '../../core/context.js';
import { exportEventFeedback, exportTalkFeedback } from '../../core/feedback/export-feedback.js';
import type { FeedbackRow } from '../../core/feedback/feedback-rows.js';
import { coreRows, type Row } from '../rows/row.js';
import { startStream } from '../rows/start-stream.js';

/** A format of exported comments. */
interface Format {
  readonly contentType: string;
  readonly text: (batches: AsyncIterable<readonly FeedbackRow[]>) => AsyncGenerator<string>;
}

const exports: Readonly<
  Record<'event' | 'talk', (context: Context, id: string) => Promise<AsyncGenerator<FeedbackRow[]>>>
> = { event: exportEventFeedback, talk: exportTalkFeedback };

/**
 * `GET /feeds/events/{id}/feedback.csv` and further formats for hosts of the event, and the same below
 * `/feeds/talks/{id}` for them and claimed speakers: comments as a file, streamed. Errors: 401, 403, 404, 405, 503.
 */
export const feedbackExports = (formats: Readonly<Record<string, Format>>): Row[] =>
  Object.entries(exports).flatMap(([noun, read]) =>
    Object.entries(formats).flatMap(([extension, { contentType, text }]) =>
      coreRows(
        ['GET'],
        `/feeds/${noun}s/:id/feedback.${extension}`,
        async ({ params: { id = '' } }, { context }) => ({
          status: 200,
          headers: {
            'Content-Type': contentType,
            'Content-Disposition': `attachment; filename="feedback-${noun}-${id}.${extension}"`,
            ...{ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff' },
          },
          body: null,
          stream: await startStream(text(await read(await context(), id))),
        }),
        { login: 'required' },
      ),
    ),
  );

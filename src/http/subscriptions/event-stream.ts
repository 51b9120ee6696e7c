import type { ServerResponse } from 'node:http';

/** A client that reads slower than this is disconnected; it reconnects and resumes. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/** A response of server-sent events in the form of GraphQL over SSE, distinct connections mode. */
export interface EventStream {
  /** @param id null if the client cannot resume after it */
  readonly next: (body: string, id: string | null) => void;
  /** Ends the subscription: the client does not reconnect. */
  readonly complete: () => void;
  /** Shows proxies and the client that the connection is alive. */
  readonly beat: () => void;
  /** Closes the connection without an end: the client reconnects. */
  readonly drop: () => void;
}

export const EVENT_STREAM = 'text/event-stream';

/** Sends the head of the response. @param headers CORS */
export function openEventStream(response: ServerResponse, headers: Readonly<Record<string, string>>): EventStream {
  response.writeHead(200, {
    ...headers,
    'Content-Type': `${EVENT_STREAM}; charset=utf-8`,
    'Cache-Control': 'no-store',
    // Proxies such as nginx must not buffer it.
    'X-Accel-Buffering': 'no',
  });
  response.socket?.setNoDelay(true);
  const write = (text: string): void => {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > MAX_UNSENT_BYTES) response.destroy();
  };
  // Sends the head at once, so that clients see the stream open.
  write(':\n\n');
  return {
    next: (body, id) => write(`event: next\n${id === null ? '' : `id: ${id}\n`}data: ${body}\n\n`),
    complete() {
      // Browsers ignore events without a line of data.
      write('event: complete\ndata:\n\n');
      response.end();
    },
    beat: () => write(':\n\n'),
    drop: () => response.destroy(),
  };
}

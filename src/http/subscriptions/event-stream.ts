import type { ServerResponse } from 'node:http';

/** Beyond it, a slow client is disconnected; it reconnects and resumes. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/** A message, whose bytes are created once for all streams that send it. */
export interface EventMessage {
  /** JSON of the GraphQL response. */
  readonly body: string;
  /** Undefined if the client cannot resume after it. */
  readonly cursor?: string | undefined;
}

/** A response of server-sent events in the form of GraphQL over SSE, distinct connections mode. */
export interface EventStream {
  readonly next: (message: EventMessage) => void;
  /** Ends the subscription: the client does not reconnect. */
  readonly complete: () => void;
  /** Shows proxies and the client that the connection is alive. */
  readonly beat: () => void;
  /** Closes the connection without `complete`: the client reconnects. */
  readonly drop: () => void;
}

export const EVENT_STREAM = 'text/event-stream';

// Without an empty line, which some readers (@microsoft/fetch-event-source) take for an event without data.
const COMMENT = Buffer.from(':\n');
// Browsers ignore events without a line of data.
const COMPLETE = Buffer.from('event: complete\ndata:\n\n');

const encoded = new WeakMap<EventMessage, Buffer>();

function bytesOf(message: EventMessage): Buffer {
  const known = encoded.get(message);
  if (known) return known;
  const { body, cursor } = message;
  const bytes = Buffer.from(`event: next\n${cursor === undefined ? '' : `id: ${cursor}\n`}data: ${body}\n\n`);
  encoded.set(message, bytes);
  return bytes;
}

/**
 * Sends the head of the response.
 *
 * @param headers CORS
 * @param update counts what the client has not read; false if its caller may hold no more
 */
export function openEventStream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  update: () => boolean,
): EventStream {
  response.writeHead(200, {
    ...headers,
    'Content-Type': `${EVENT_STREAM}; charset=utf-8`,
    // A proxy that compresses holds each event back until the next one.
    'Cache-Control': 'no-store, no-transform',
    // Proxies such as nginx must not buffer it.
    'X-Accel-Buffering': 'no',
  });
  response.socket?.setNoDelay(true);
  const write = (bytes: Buffer): void => {
    if (response.writableEnded || response.destroyed) return;
    response.write(bytes);
    if (response.writableLength > MAX_UNSENT_BYTES || !update()) response.destroy();
  };
  // Sends the head at once, so that clients see the stream open.
  write(COMMENT);
  return {
    next: (message) => write(bytesOf(message)),
    complete() {
      write(COMPLETE);
      response.end();
    },
    beat: () => write(COMMENT),
    drop: () => response.destroy(),
  };
}

import http from 'node:http';
import type { TestService } from '../support/service.js';

/** A stream without a client library, which receives what the service sends. */
export interface RawStream {
  readonly status: () => number;
  readonly text: () => string;
  /** When the last message arrived, in milliseconds; comments, which keep the connection alive, do not count. */
  readonly lastAt: () => number;
  /** Whether the response has ended or was cut. */
  readonly isClosed: () => boolean;
  readonly stop: () => void;
}

interface RawRequest {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** POST of the body, or GET without one. */
export function openRaw(
  { base }: Pick<TestService, 'base'>,
  { body, headers = {}, path = '/graphql' }: RawRequest,
): RawStream {
  let text = '';
  let status = 0;
  let isClosed = false;
  let lastAt = 0;
  const request = http.request(
    new URL(path, base),
    {
      method: body ? 'POST' : 'GET',
      headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json', ...headers },
    },
    (response) => {
      status = response.statusCode ?? 0;
      response.on('data', (data) => {
        text += String(data);
        if (String(data).includes('event: ')) lastAt = performance.now();
      });
      response.on('error', () => undefined);
      response.on('close', () => (isClosed = true));
    },
  );
  request.on('error', () => undefined);
  request.end(body && JSON.stringify(body));
  return {
    status: () => status,
    text: () => text,
    lastAt: () => lastAt,
    isClosed: () => isClosed,
    stop: () => request.destroy(),
  };
}

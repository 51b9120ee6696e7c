import { createServer, type Server } from 'node:http';
import type { Exposition } from '../metrics/exposition.js';

/** What the admin port tells: `/live` that the process runs, `/ready` whether it should get requests, `/metrics` how it does. */
export interface Health {
  /** Whether the service may get requests now. Answers within a second. */
  readonly isReady: () => Promise<boolean>;
  /** For Prometheus. */
  readonly metrics: () => Promise<Exposition>;
}

interface Told {
  readonly status: number;
  readonly text: string;
  readonly contentType?: string;
}

const NOWHERE: Told = { status: 404, text: 'There are /live, /ready and /metrics here\n' };
const NOT_READY: Told = { status: 503, text: 'not ready\n' };

/**
 * The server of the admin port. It is not reached by clients, and works while everything else is busy.
 *
 * @param failed is told why there are no metrics
 */
export function createAdminServer({ isReady, metrics }: Health, failed: (error: unknown) => void): Server {
  const answers: Readonly<Record<string, () => Promise<Told>>> = {
    '/live': () => Promise.resolve({ status: 200, text: 'live\n' }),
    '/ready': () =>
      isReady().then(
        (ready) => (ready ? { status: 200, text: 'ready\n' } : NOT_READY),
        () => NOT_READY,
      ),
    '/metrics': () =>
      metrics().then(
        (exposition) => ({ status: 200, ...exposition }),
        (error: unknown) => {
          failed(error);
          return { status: 503, text: 'There are no metrics at the moment\n' };
        },
      ),
  };
  return createServer((request, response) => {
    const answer = answers[request.url?.split('?')[0] ?? ''] ?? (() => Promise.resolve(NOWHERE));
    void answer().then(({ status, text, contentType = 'text/plain; charset=utf-8' }) => {
      response.writeHead(status, { 'Content-Type': contentType });
      response.end(text);
    });
  });
}

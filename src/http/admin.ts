import { createServer, type Server } from 'node:http';
import type { Exposition } from '../telemetry/metrics/exposition.js';

/** Endpoints of the admin port: `/live` (liveness), `/ready` and `/ready/writes` (readiness), and `/metrics`. */
export interface Health {
  /** Whether the service serves reads now. Resolves within 2 s. */
  readonly canRead: () => Promise<boolean>;
  /** Whether it accepts writes, too. Resolves within 1 s. */
  readonly canWrite: () => Promise<boolean>;
  /** In the Prometheus exposition format. */
  readonly metrics: () => Promise<Exposition>;
  /** What does not work although the service is ready, one sentence each: the body of `/ready` names it. */
  readonly degradations: readonly string[];
}

interface TextResponse {
  readonly status: number;
  readonly text: string;
  readonly contentType?: string;
}

const NOT_FOUND: TextResponse = { status: 404, text: 'There are /live, /ready, /ready/writes and /metrics here\n' };
const NOT_READY: TextResponse = { status: 503, text: 'not ready\n' };

async function readiness(isReady: () => Promise<boolean>, degradations: readonly string[]): Promise<TextResponse> {
  const lines = ['ready', ...degradations.map((sentence) => `degraded: ${sentence}`)];
  return isReady().then(
    (ready) => (ready ? { status: 200, text: `${lines.join('\n')}\n` } : NOT_READY),
    () => NOT_READY,
  );
}

/**
 * Creates the server of the admin port. It is not exposed to clients, and responds while the service is saturated.
 *
 * @param failed called when exporting the metrics fails
 */
export function createAdminServer(
  { canRead, canWrite, metrics, degradations }: Health,
  failed: (error: unknown) => void,
): Server {
  const endpoints = new Map<string, () => Promise<TextResponse>>(
    Object.entries({
      '/live': () => Promise.resolve({ status: 200, text: 'live\n' }),
      '/ready': () => readiness(canRead, degradations),
      '/ready/writes': () => readiness(canWrite, degradations),
      '/metrics': () =>
        metrics().then(
          (exposition) => ({ status: 200, ...exposition }),
          (error: unknown) => {
            failed(error);
            return { status: 503, text: 'There are no metrics at the moment\n' };
          },
        ),
    }),
  );
  return createServer((request, response) => {
    const respond = endpoints.get(request.url?.split('?')[0] ?? '') ?? (() => Promise.resolve(NOT_FOUND));
    void respond().then(({ status, text, contentType = 'text/plain; charset=utf-8' }) => {
      response.writeHead(status, { 'Content-Type': contentType });
      response.end(text);
    });
  });
}

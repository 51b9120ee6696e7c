import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { atRate } from '../open-loop.js';
import { draw, kinds, type Kind, type Mixture, type SoakRequest } from './mixture.js';

/** Latency of the requests of one kind in milliseconds. */
export interface Latency {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
}

/** Sends the mixture to the service over persistent connections. */
export interface Load {
  /** Closed loop: keeps `immediately` requests in flight. @returns requests per second */
  peak(seconds: number, inFlight: number): Promise<number>;
  /** Open loop: sends at a constant rate, independent of responses. Errors are added to `failures`. */
  steady(perSecond: number, seconds: number): Promise<void>;
  /** Latency of the requests of the kind that completed since the last call. */
  take(kind: Kind): Latency;
  /** Latency of all requests of the kind at the constant rate. */
  whole(kind: Kind): Latency;
  /** Errors and unexpected statuses. */
  readonly failures: string[];
  close(): void;
}

const CONNECTIONS = 32;

export function openLoad(port: number, mixture: Mixture): Load {
  // FIFO uses all connections evenly, like different clients; LIFO would send most requests to one worker.
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'fifo' });
  const failures: string[] = [];
  const histograms = () => new Map<Kind, RecordableHistogram>(kinds.map((kind) => [kind, createHistogram()]));
  const [recent, all] = [histograms(), histograms()];

  const ask = async ({ method, path, token, tag, body }: SoakRequest): Promise<void> => {
    const headers = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(tag !== undefined && { 'If-None-Match': tag }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const asking = request({ agent, port, method, path, headers }).end(body);
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    const { statusCode = 0 } = response;
    if (statusCode >= 400) failures.push(`${method} ${path} ${statusCode}`);
    if (method === 'GET' && token === undefined && response.headers.etag) mixture.tags.set(path, response.headers.etag);
  };
  /** @param due scheduled time: waiting in the client counts as latency, which avoids coordinated omission */
  const timed = async (kind: Kind, due: number): Promise<void> => {
    await ask(mixture.next(kind)).catch((error: unknown) => failures.push(String(error)));
    const took = Math.max(1, Math.round((performance.now() - due) * 1e6));
    recent.get(kind)?.record(took);
    all.get(kind)?.record(took);
  };

  return {
    failures,
    async peak(seconds, inFlight) {
      for (const path of mixture.kept) await ask({ method: 'GET', path });
      const end = performance.now() + seconds * 1_000;
      let count = 0;
      const walk = async () => {
        for (; performance.now() < end; count += 1) await ask(mixture.next(draw()));
      };
      await Promise.all(Array.from({ length: inFlight }, walk));
      return count / seconds;
    },
    async steady(perSecond, seconds) {
      await atRate(perSecond, Math.round(perSecond * seconds), (_, due) => timed(draw(), due));
    },
    take(kind) {
      const histogram = recent.get(kind)!;
      const latency = latencyOf(histogram);
      histogram.reset();
      return latency;
    },
    whole: (kind) => latencyOf(all.get(kind)!),
    close: () => agent.destroy(),
  };
}

/** Interval without significant load. */
const NOW_AND_THEN_MS = 50;

/** Sends the same request at a low constant rate, independent of responses like `steady`. */
export function askNowAndThen(port: number): { end(): Promise<Latency> } {
  const agent = new Agent({ keepAlive: true });
  const histogram = createHistogram();
  const failures: unknown[] = [];
  const open = new Set<Promise<void>>();
  const ask = async (): Promise<void> => {
    const due = performance.now();
    const [response] = (await once(request({ agent, port }).end(), 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    histogram.record(Math.max(1, Math.round((performance.now() - due) * 1e6)));
  };
  const asking = setInterval(() => {
    const one = ask()
      .catch((error: unknown) => void failures.push(error))
      .finally(() => open.delete(one));
    open.add(one);
    // The timer must not keep an aborted soak test alive.
  }, NOW_AND_THEN_MS).unref();
  return {
    async end() {
      clearInterval(asking);
      await Promise.all(open);
      agent.destroy();
      if (failures.length > 0) throw new AggregateError(failures, 'Requests to the bare server failed');
      return latencyOf(histogram);
    },
  };
}

const latencyOf = (histogram: RecordableHistogram): Latency => ({
  count: histogram.count,
  median: histogram.percentile(50) / 1e6,
  p99: histogram.percentile(99) / 1e6,
});

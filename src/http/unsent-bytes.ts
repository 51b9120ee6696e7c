import type { ServerResponse } from 'node:http';
import { outsideRequest } from '../telemetry/request/request-record.js';
import { createProgress } from './progress.js';

const MEGABYTE = 2 ** 20;

/** Bounds of a process. */
const DEFAULT_BOUNDS = {
  /** Beyond it, a caller gets no further response. */
  perCaller: 32 * MEGABYTE,
  /** Beyond it, the callers with more than an equal share get no further response. */
  perProcess: 64 * MEGABYTE,
  /** Of all callers together, however many there are: those with the most are closed until the others have room. */
  most: 96 * MEGABYTE,
  /** A caller with less is never closed for others. */
  small: 64 * 1024,
  /** How long a response of a caller beyond a bound may remain without progress. */
  patienceMs: 5_000,
};

const SWEEP_MS = 1_000;

/** What a response holds in memory. */
interface Holding {
  readonly response: ServerResponse;
  readonly caller: string;
  /** Counted for its caller. */
  bytes: number;
  /** The body that it shares with other responses. */
  body?: Buffer;
  /** Whether the body is counted here: once for all responses that share it. */
  countsBody?: boolean;
}

/**
 * Counts the bytes of responses from their serialization until the operating system has accepted the last one. Most
 * responses are accepted at once, and are never counted.
 */
export interface UnsentBytes {
  /** Whether any caller may be beyond its bound: a comparison, for each request. */
  readonly mayRefuse: () => boolean;
  /** Whether the next request of a caller must be refused. */
  readonly refuses: (caller: string) => boolean;
  /**
   * Counts further bytes of a response, while it is serialized.
   *
   * @returns false if they exceed a bound: they are not counted
   */
  readonly reserve: (response: ServerResponse, bytes: number) => boolean;
  /**
   * Counts the body of a response, except for what is counted already. Responses may share a single buffer, which
   * counts once.
   *
   * @param isRefusable false: counts them even beyond a bound
   * @returns as of `reserve`
   */
  readonly hold: (response: ServerResponse, body: Buffer | readonly Buffer[], isRefusable: boolean) => boolean;
  /** Counts what a stream of this caller has written and not sent. @returns whether the caller is within the bounds */
  readonly update: (response: ServerResponse, caller: string) => boolean;
}

/** @param callerOf the caller of a response */
export function createUnsentBytes(
  callerOf: (response: ServerResponse) => string,
  { perCaller, perProcess, most, small, patienceMs } = DEFAULT_BOUNDS,
): UnsentBytes {
  let total = 0;
  const bytesOf = new Map<string, number>();
  const holdings = new Map<ServerResponse, Holding>();
  const sharers = new Map<Buffer, Set<Holding>>();
  let sweeps: NodeJS.Timeout | undefined;

  /** @param own bytes of the response that requests more */
  const refuses = (caller: string, own = 0, more = 0): boolean => {
    const others = (bytesOf.get(caller) ?? 0) - own;
    if (others >= perCaller) return true;
    return total - own >= perProcess && others + own + more >= perProcess / Math.max(bytesOf.size, 1);
  };

  function count(holding: Holding, more: number): void {
    holding.bytes += more;
    total += more;
    const bytes = (bytesOf.get(holding.caller) ?? 0) + more;
    if (bytes > 0) bytesOf.set(holding.caller, bytes);
    else bytesOf.delete(holding.caller);
  }

  function holdingOf(response: ServerResponse, caller?: string): Holding {
    const known = holdings.get(response);
    if (known) return known;
    const holding: Holding = { response, caller: caller ?? callerOf(response), bytes: 0 };
    holdings.set(response, holding);
    response.once('close', () => release(holding));
    sweeps ??= outsideRequest(() => setInterval(sweep, SWEEP_MS).unref());
    return holding;
  }

  function release(holding: Holding): void {
    const { response, body, bytes, countsBody } = holding;
    if (!holdings.delete(response)) return;
    count(holding, -bytes);
    const others = body && sharers.get(body);
    others?.delete(holding);
    if (body && others?.size === 0) sharers.delete(body);
    const [next] = others ?? [];
    if (body && next && countsBody) {
      next.countsBody = true;
      count(next, body.length);
    }
  }

  /** What closing the responses of each caller releases: not what others share. */
  function releasable(): Map<string, { readonly responses: Holding[]; bytes: number }> {
    const all = new Map<string, { readonly responses: Holding[]; bytes: number }>();
    for (const holding of holdings.values()) {
      const isShared = holding.body !== undefined && (sharers.get(holding.body)?.size ?? 0) > 1;
      if (isShared) continue;
      const own = all.get(holding.caller) ?? { responses: [], bytes: 0 };
      own.responses.push(holding);
      own.bytes += holding.bytes;
      all.set(holding.caller, own);
    }
    return all;
  }

  /** Closes responses of the callers with the most. @returns false if the caller is the one with the most */
  function makeRoom(caller: string, more: number): boolean {
    if (total + more <= most) return true;
    const all = releasable();
    const own = (all.get(caller)?.bytes ?? 0) + more;
    const heavier = [...all].filter(([name, { bytes }]) => name !== caller && bytes > Math.max(own, small));
    while (total + more > most) {
      const [, heaviest] = heavier.sort(([, one], [, other]) => other.bytes - one.bytes)[0] ?? [];
      const largest = heaviest?.responses.sort((one, other) => one.bytes - other.bytes).pop();
      if (!heaviest || !largest || heaviest.bytes <= Math.max(own, small)) return own <= small;
      heaviest.bytes -= largest.bytes;
      close(largest);
    }
    return true;
  }

  const closed = new WeakSet<ServerResponse>();
  function close(holding: Holding): void {
    const { response } = holding;
    closed.add(response);
    release(holding);
    response.req.socket.destroy();
    response.destroy();
  }

  function reserve(response: ServerResponse, more: number, isRefusable = true): boolean {
    // It releases nothing any more.
    if (response.destroyed) return !closed.has(response);
    const holding = holdingOf(response);
    if (isRefusable && refuses(holding.caller, holding.bytes, more)) return false;
    if (!makeRoom(holding.caller, more) && isRefusable) return false;
    count(holding, more);
    return true;
  }

  const progressOf = createProgress();
  function sweep(): void {
    const now = performance.now();
    for (const { response, caller } of holdings.values()) {
      const { socket } = response.req;
      // Without unsent bytes, the response is still being computed, or a stream is idle.
      if (socket.writableLength > 0 && progressOf(socket, now) >= patienceMs && refuses(caller)) socket.destroy();
    }
    if (holdings.size > 0) return;
    clearInterval(sweeps);
    sweeps = undefined;
  }

  return {
    mayRefuse: () => total >= perCaller,
    refuses: (caller) => refuses(caller),
    reserve: (response, bytes) => reserve(response, bytes),
    hold(response, body, isRefusable) {
      if (response.destroyed) return true;
      const holding = holdingOf(response);
      if (!Buffer.isBuffer(body)) return reserve(response, Math.max(lengthOf(body) - holding.bytes, 0), isRefusable);
      const others = sharers.get(body);
      if (!others && !reserve(response, body.length, isRefusable)) return false;
      Object.assign(holding, { body, countsBody: !others });
      sharers.set(body, (others ?? new Set()).add(holding));
      return true;
    },
    update(response, caller) {
      const { writableLength } = response;
      if (response.destroyed || (writableLength === 0 && !holdings.has(response))) return true;
      const holding = holdingOf(response, caller);
      count(holding, writableLength - holding.bytes);
      return !refuses(holding.caller) && makeRoom(holding.caller, 0);
    },
  };
}

const lengthOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

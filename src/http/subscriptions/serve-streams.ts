import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VenueFactor } from '../../adapters/limits/venues.js';
import type { Context } from '../../core/context.js';
import type { LogPosition } from '../../core/reads/change-log.js';
import { DomainError } from '../../core/errors.js';
import { currentRequest, outsideRequest, type RequestRecord } from '../../telemetry/request/request-record.js';
import { recordStream } from '../../telemetry/request/track-requests.js';
import { withCrossOrigin } from '../cross-origin.js';
import type { Incoming } from '../exchange.js';
import { HttpError } from '../http-error.js';
import type { UnsentBytes } from '../unsent-bytes.js';
import { callerOf } from '../../adapters/limits/caller.js';
import { send, type Reply } from '../send.js';
import { createCallers, type Caller } from './callers.js';
import { EVENT_STREAM, openEventStream, type EventStream } from './event-stream.js';
import type { RunResult, RunOperation, Subscriber } from './group.js';
import { isAfter } from './position.js';
import { createOpenStreams, type StreamLimits } from './stream-limits.js';
import { identityOf, streamRequestOf, wantsStream, type StreamRequest } from './stream-request.js';
import type { Subscriptions } from './subscriptions.js';

const BEAT_MS = 15_000;
/** Then the client reconnects, so that streams spread over new processes, and memory is released. */
const MAX_STREAM_MS = 1_800_000;
const RETRY_MS = 1_000;
const RETRY_AFTER_SECONDS = '30';

interface StreamParts {
  readonly subscriptions: Subscriptions;
  readonly limits: StreamLimits;
  readonly venueFactor: VenueFactor;
  /** The texts of the stored operations by name. */
  readonly documents: ReadonlyMap<string, string>;
  /** Creates the context of a request for a stream. Refuses callers who do not read. */
  readonly contextOf: (request: Incoming) => Promise<Context>;
  /** Creates the context of one run, whose members may be other callers than the one of the request. */
  readonly contextOfRun: (request: Incoming) => Promise<Context>;
  /** Releases the result that the current request has read, once the message contains it. */
  readonly releaseResult: (record: RequestRecord) => void;
  /** Creates the runner of an operation. */
  readonly runnerOf: (request: StreamRequest, contextOf: () => Promise<Context>) => RunOperation;
  readonly originOf: (request: Incoming) => string | null;
  readonly unsent: Pick<UnsentBytes, 'update'>;
}

/** Serves streams of GraphQL over SSE (docs/live.md, Subscriptions). */
export interface StreamServer {
  /** Responds to requests for a stream, and leaves all others to the next handler. */
  readonly handle: (request: Incoming, response: ServerResponse, next: (error?: unknown) => void) => void;
  /** Number of open streams. */
  readonly count: () => number;
  /** Closes all connections without `complete`, so that clients reconnect to another process. */
  readonly stop: () => void;
}

export function createStreamServer(parts: StreamParts): StreamServer {
  const { subscriptions, documents, contextOf, contextOfRun, runnerOf, originOf, unsent, releaseResult } = parts;
  const openStreams = createOpenStreams(parts.limits, createCallers(parts.venueFactor));
  const streams = new Set<EventStream>();
  let beats: NodeJS.Timeout | undefined;
  let isStopped = false;

  const beat = () => {
    for (const stream of streams) stream.beat();
  };

  async function serve(request: Incoming, response: ServerResponse): Promise<void> {
    const operation = streamRequestOf(request, documents);
    const { client, viewer } = await contextOf(request);
    const { key, after, shared } = identityOf(operation, originOf(request) ?? '', viewer?.id ?? null);
    const run = runnerOf(shared, () => contextOfRun(request));
    const counted = { address: client.address, userId: viewer?.id ?? null };
    const { caller, close } = await openStreams.open(counted, () => void response.destroy());
    // `close` was emitted before, so nothing would release the stream.
    if (response.destroyed) return close();
    const group = subscriptions.group(key, run);
    const member = waitingMember(caller);
    const leave = group.join(member);
    response.once('close', () => {
      leave();
      subscriptions.release(key);
      close();
    });
    const update = () => unsent.update(response, callerOf(viewer, client.address));
    await follow(request, response, member, update, () => group.first(member, after, run));
  }

  async function follow(
    request: Incoming,
    response: ServerResponse,
    member: WaitingMember,
    update: () => boolean,
    first: () => Promise<RunResult | null>,
  ): Promise<void> {
    let outcome = await first();
    if (!outcome) return void response.destroy();
    if ('reply' in outcome && outcome.state === 'ended') {
      await send(request, response, withCrossOrigin(outcome.reply as Reply));
      return;
    }
    if (response.destroyed || isStopped) return void response.destroy();
    const { headers } = withCrossOrigin({ status: 200, headers: { 'Content-Type': EVENT_STREAM }, body: null });
    const stream = openEventStream(response, headers, update);
    recordStream();
    track(response, stream);
    // Browsers do not reconnect after an error status.
    while (outcome.state === 'retry') {
      await sleep(RETRY_MS);
      if (response.destroyed) return;
      outcome = await first();
      if (!outcome) return void response.destroy();
    }
    stream.next(outcome);
    const record = currentRequest();
    if (record) releaseResult(record);
    if (outcome.state !== 'data' || outcome.topic === undefined) stream.complete();
    else member.flow(stream, outcome.end);
  }

  function track(response: ServerResponse, stream: EventStream): void {
    streams.add(stream);
    outsideRequest(() => {
      beats ??= setInterval(beat, BEAT_MS).unref();
      // Streams that began together do not end together.
      const end = setTimeout(() => stream.drop(), MAX_STREAM_MS * (1 - Math.random() / 6)).unref();
      response.once('close', () => {
        clearTimeout(end);
        streams.delete(stream);
        if (streams.size > 0) return;
        clearInterval(beats);
        beats = undefined;
      });
    });
  }

  return {
    handle(request, response, next) {
      if (!wantsStream(request)) return next();
      serve(request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else next(asHttpError(error));
      });
    },
    count: openStreams.count,
    stop() {
      isStopped = true;
      subscriptions.stop();
      for (const stream of streams) stream.drop();
    },
  };
}

/** A member whose messages wait until its first one is sent. */
interface WaitingMember extends Subscriber {
  /** @param end where the first message ends; earlier ones are contained in it */
  readonly flow: (stream: EventStream, end: LogPosition | undefined) => void;
}

function waitingMember(caller: Caller): WaitingMember {
  let stream: EventStream | undefined;
  let sent: LogPosition | undefined;
  const isNew = ({ end, state }: RunResult) => state !== 'data' || !end || !sent || isAfter(end, sent);
  const waiting: ((open: EventStream) => void)[] = [];
  const act = (action: (open: EventStream) => void): void => {
    if (stream) action(stream);
    else waiting.push(action);
  };
  return {
    caller,
    next: (outcome: RunResult) =>
      act((open) => {
        if (isNew(outcome)) open.next(outcome);
      }),
    complete: () => act((open) => open.complete()),
    flow(open, end) {
      [stream, sent] = [open, end];
      for (const action of waiting.splice(0)) action(open);
      // Later messages may repeat a position: what is not logged can change as well.
      sent = undefined;
    },
  };
}

/** Errors before the stream have the status of their code. */
function asHttpError(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  const [problem] = error.problems;
  if (error.code === 'RATE_LIMITED') {
    return new HttpError(429, error.code, problem?.reason ?? '', { 'Retry-After': RETRY_AFTER_SECONDS });
  }
  if (error.code === 'UNAVAILABLE')
    return new HttpError(503, error.code, problem?.reason ?? '', { 'Retry-After': '2' });
  return new HttpError(400, error.code, problem?.reason ?? '');
}

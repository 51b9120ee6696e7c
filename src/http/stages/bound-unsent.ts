import { callerOf } from '../../adapters/limits/caller.js';
import { currentRequest } from '../../telemetry/request/request-record.js';
import type { Requests } from '../create-context.js';
import { isRead, type Reply } from '../send.js';
import { overloaded } from '../overloaded.js';
import type { UnsentBytes } from '../unsent-bytes.js';
import type { ResultSizeLimit } from '../../core/reads/result-size-limit.js';
import type { Stage } from './stage.js';

/** The operating system accepts a shorter body at once, unless earlier ones wait on the connection. */
const SHORT_BYTES = 32 * 1024;

interface Parts {
  readonly unsent: UnsentBytes;
  readonly requests: Pick<Requests, 'addressOf'>;
  readonly releaseResult: ResultSizeLimit['onCompleted'];
}

/**
 * Refuses the requests of a caller who does not read responses, and counts long responses before they are sent. Those
 * to writes are counted but not refused: the write is executed.
 */
export const boundUnsent =
  ({ unsent, requests: { addressOf }, releaseResult }: Parts): Stage =>
  async (exchange, next) => {
    const { request, headers } = exchange;
    // An account is refused once its token is known.
    const isAnonymous = headers.authorization === undefined;
    if (isAnonymous && unsent.mayRefuse() && unsent.refuses(callerOf(null, addressOf(request)))) throw overloaded();
    const reply = await next();
    const { body, stream } = reply;
    const record = currentRequest();
    const response = record?.response;
    if (!response || stream) return reply;
    // The body contains what it shows of the result.
    releaseResult(record);
    if (body === null) return reply;
    const isWaiting = response.socket === null || response.socket.writableLength > 0;
    if (isShort(body) && !isWaiting) return reply;
    const isRefusable = isRead(exchange);
    if (typeof body !== 'string') {
      if (!unsent.hold(response, body, isRefusable)) throw overloaded();
      return reply;
    }
    if (isRefusable && !unsent.reserve(response, Buffer.byteLength(body))) throw overloaded();
    const bytes = Buffer.from(body);
    unsent.hold(response, [bytes], false);
    return { ...reply, body: bytes };
  };

/** Only long bodies have several chunks. */
const isShort = (body: NonNullable<Reply['body']>): boolean =>
  (typeof body === 'string' || Buffer.isBuffer(body)) && body.length <= SHORT_BYTES;

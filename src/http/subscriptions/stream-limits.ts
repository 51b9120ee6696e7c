import { domainError } from '../../core/errors.js';
import { FEW, streamsOf, type Caller, type Callers, type StreamClient } from './callers.js';

/** Maximum numbers of open streams of one process. */
export interface StreamLimits {
  readonly total: number;
  /** Raised at a venue. */
  readonly perAddress: number;
  readonly perUser: number;
}

/** The part of all streams that is open to callers with more. */
const SHARE_OF_OTHERS = 3 / 4;

interface CountedStream {
  readonly caller: Caller;
  readonly drop: () => void;
}

/** Counts the open streams, and shares them among callers. */
export interface OpenStreams {
  /**
   * Counts a stream, possibly in place of the newest one of a caller with more. Returns its caller, and the function to
   * call when it is closed.
   *
   * @param drop closes the stream, to give way to another caller
   * @throws DomainError RATE_LIMITED
   */
  readonly open: (client: StreamClient, drop: () => void) => Promise<{ readonly caller: Caller; close: () => void }>;
  readonly count: () => number;
}

export function createOpenStreams({ total, perAddress, perUser }: StreamLimits, callers: Callers): OpenStreams {
  /** In the order of their opening. */
  const streams = new Set<CountedStream>();

  function close(stream: CountedStream): void {
    if (streams.delete(stream)) callers.remove(stream.caller);
  }

  /** Whether one more stream of the caller is within all limits, if need be in place of another one. */
  function makeRoom(caller: Caller): boolean {
    const { address } = caller;
    if (streamsOf(address) >= perAddress) return replace(caller, (other) => other.address === address);
    return streams.size < total * (hasFew(caller) ? 1 : SHARE_OF_OTHERS) || replace(caller, () => true);
  }

  const admits = ({ userId }: StreamClient, caller: Caller): boolean =>
    (userId === null || caller.own.streams < perUser) && makeRoom(caller);

  /** Closes the newest stream of the heaviest candidate. False if that is the caller. */
  function replace(caller: Caller, isCandidate: (other: Caller) => boolean): boolean {
    let heaviest: CountedStream | undefined;
    for (const stream of streams) {
      if (!isCandidate(stream.caller) || !hasMany(stream.caller)) continue;
      if (!heaviest || compare(stream.caller, heaviest.caller) >= 0) heaviest = stream;
    }
    if (!heaviest || !(hasFew(caller) || isHeavier(heaviest.caller, caller))) return false;
    close(heaviest);
    heaviest.drop();
    return true;
  }

  return {
    async open(client, drop) {
      let caller = callers.find(client);
      if (!admits(client, caller)) {
        caller = await callers.weigh(client);
        if (!admits(client, caller)) throw domainError('RATE_LIMITED', 'TOO_MANY_STREAMS');
      }
      const stream = { caller, drop };
      callers.add(caller, client);
      streams.add(stream);
      return { caller, close: () => close(stream) };
    },
    count: () => streams.size,
  };
}

const hasFew = ({ own }: Caller): boolean => streamsOf(own) < FEW;
const hasMany = ({ own }: Caller): boolean => streamsOf(own) > FEW;

/** Orders callers by the streams of their addresses, and those of one address by their own. */
const compare = (one: Caller, other: Caller): number =>
  streamsOf(one.address) - streamsOf(other.address) || streamsOf(one.own) - streamsOf(other.own);

/** Whether a caller still has more streams than another one after one is replaced by a stream of the other. */
function isHeavier(one: Caller, other: Caller): boolean {
  const level = one.address === other.address ? 'own' : 'address';
  const { streams, weight } = other[level];
  return streamsOf(one[level]) > (streams + 1) / weight;
}

import type { Socket } from 'node:net';

interface Observed {
  accepted: number;
  /** On the clock of `performance.now()`. */
  since: number;
}

/** The bytes of a connection that the operating system has accepted, because the peer read earlier ones. */
function acceptedBytes(socket: Socket): number {
  const { writeQueueSize = 0 } = Object(Reflect.get(socket, '_handle')) as { readonly writeQueueSize?: number };
  // A long chunk leaves `writableLength` only when all of it is accepted, but the queue of the system piece by piece.
  const waiting = writeQueueSize > 0 ? writeQueueSize : socket.writableLength;
  return socket.bytesWritten - waiting;
}

/** Returns for how many milliseconds no byte of a connection has been accepted, as of the previous calls. */
export function createProgress(): (socket: Socket, now: number) => number {
  const observed = new WeakMap<Socket, Observed>();
  return (socket, now) => {
    const accepted = acceptedBytes(socket);
    const known = observed.get(socket);
    if (known?.accepted === accepted) return now - known.since;
    observed.set(socket, { accepted, since: now });
    return 0;
  };
}

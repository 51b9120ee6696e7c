import { createServer, type Socket } from 'node:net';
import { listen } from '../../http/http-server.js';

/** A worker as a target for connections. */
export interface Receiver {
  readonly isReady: () => boolean;
  /** Sends a connection to the worker. Resolves to true if the worker accepted it, to false otherwise. */
  readonly take: (connection: Socket) => Promise<boolean>;
}

/**
 * Accepts connections on behalf of all workers. The socket stays open while workers restart, so no connection is
 * refused.
 */
export interface Dispatcher {
  readonly port: number;
  /** Adds a ready worker. */
  readonly add: (receiver: Receiver) => void;
  /** Stops listening. */
  readonly close: () => void;
}

interface Waiting {
  readonly connection: Socket;
  readonly timer: NodeJS.Timeout;
}

interface Target {
  readonly receiver: Receiver;
  /** Connections that it has been sent and has not accepted yet. */
  inFlight: number;
}

const MAX_WAIT_MS = 3_000;
/** For one worker: it accepts them in one turn of its event loop, which may be a long one. */
const IN_FLIGHT = 8;
const MAX_DRAIN_MS = 1_000;
const BODY = '["The service is starting"]';
const UNAVAILABLE = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: application/json; charset=utf8',
  `Content-Length: ${BODY.length}`,
  'Retry-After: 1',
  'Connection: close',
  `\r\n${BODY}`,
].join('\r\n');

/**
 * Dispatches each connection to a worker that has accepted earlier ones, so busy workers get fewer. Node's cluster
 * module does the same, but stops listening when its last worker exits.
 */
export async function createDispatcher(host: string, port: number): Promise<Dispatcher> {
  const queue: Waiting[] = [];
  /** Those that were sent a connection longest ago first. */
  let targets: Target[] = [];
  let isClosed = false;

  const enqueue = (connection: Socket): void => {
    const waiting = { connection, timer: setTimeout(giveUp, MAX_WAIT_MS) };
    function giveUp(): void {
      queue.splice(queue.indexOf(waiting), 1);
      respondUnavailable(connection);
    }
    queue.push(waiting);
  };
  /** The one with the fewest connections in flight, behind the others from now on. */
  const nextTarget = (): Target | undefined => {
    const ready = targets.filter(({ receiver }) => receiver.isReady());
    const fewest = Math.min(IN_FLIGHT - 1, ...ready.map(({ inFlight }) => inFlight));
    const next = ready.find(({ inFlight }) => inFlight <= fewest);
    targets = next ? [...ready.filter((one) => one !== next), next] : ready;
    return next;
  };
  const send = async (target: Target, connection: Socket): Promise<void> => {
    target.inFlight += 1;
    // The worker holds its own file descriptor.
    if (await target.receiver.take(connection)) connection.destroy();
    else dispatch(connection);
    target.inFlight -= 1;
    serveWaiting();
  };
  const dispatch = (connection: Socket): void => {
    // A closed connection cannot be sent to a worker.
    if (connection.destroyed) return;
    if (isClosed) return respondUnavailable(connection);
    const target = nextTarget();
    if (target) void send(target, connection);
    else enqueue(connection);
  };
  const serveWaiting = (): void => {
    for (let waiting = queue[0]; waiting; waiting = queue[0]) {
      const target = nextTarget();
      if (!target) return;
      queue.shift();
      clearTimeout(waiting.timer);
      void send(target, waiting.connection);
    }
  };

  const server = createServer({ pauseOnConnect: true }, (connection) => {
    // The worker detects a client that disconnects early.
    connection.on('error', () => connection.destroy());
    dispatch(connection);
  });
  const usable = await listen(server, host, port, 'PORT');
  // An accept error, such as no free file descriptor, must not end the process.
  server.on('error', () => undefined);
  return {
    port: usable,
    add(receiver) {
      targets.push({ receiver, inFlight: 0 });
      serveWaiting();
    },
    close() {
      isClosed = true;
      server.close();
      for (const { connection, timer } of queue.splice(0)) {
        clearTimeout(timer);
        respondUnavailable(connection);
      }
    },
  };
}

/** Drains unread data first: closing a connection with unread data resets it, and the client may lose the response. */
function respondUnavailable(connection: Socket): void {
  connection.resume();
  connection.end(UNAVAILABLE);
  setTimeout(() => connection.destroy(), MAX_DRAIN_MS).unref();
}

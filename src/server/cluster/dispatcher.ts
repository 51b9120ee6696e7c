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

const MAX_WAIT_MS = 3_000;
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
 * Dispatches each connection to a worker that has accepted its previous one, so busy workers get fewer. Node's cluster
 * module does the same, but stops listening when its last worker exits.
 */
export async function createDispatcher(host: string, port: number): Promise<Dispatcher> {
  const queue: Waiting[] = [];
  const free: Receiver[] = [];
  let isClosed = false;

  const enqueue = (connection: Socket): void => {
    const waiting = { connection, timer: setTimeout(giveUp, MAX_WAIT_MS) };
    function giveUp(): void {
      queue.splice(queue.indexOf(waiting), 1);
      respondUnavailable(connection);
    }
    queue.push(waiting);
  };
  const nextFree = (): Receiver | undefined => {
    for (let receiver = free.shift(); receiver; receiver = free.shift()) if (receiver.isReady()) return receiver;
    return undefined;
  };
  const send = async (receiver: Receiver, connection: Socket): Promise<void> => {
    // The worker holds its own file descriptor.
    if (await receiver.take(connection)) connection.destroy();
    else dispatch(connection);
    add(receiver);
  };
  const dispatch = (connection: Socket): void => {
    // A closed connection cannot be sent to a worker.
    if (connection.destroyed) return;
    if (isClosed) return respondUnavailable(connection);
    const receiver = nextFree();
    if (receiver) void send(receiver, connection);
    else enqueue(connection);
  };
  const add = (receiver: Receiver): void => {
    if (!receiver.isReady()) return;
    const waiting = queue.shift();
    if (!waiting) return void free.push(receiver);
    clearTimeout(waiting.timer);
    void send(receiver, waiting.connection);
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
    add,
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

import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { drain } from '../../http/http-server.js';
import type { FromWorker, ToWorker } from './messages.js';

/** An HTTP server whose connections the primary accepts. */
export interface ReceivedConnections {
  /** Handles connections from the primary, and its requests for confirmation. */
  readonly onMessage: (message: ToWorker, sent: unknown) => void;
  /** Resolves when all connections are closed. @param idleMs as for `drain` */
  readonly close: (idleMs: number) => Promise<void>;
}

/** @param stopping declines further connections once aborted */
export function receiveConnections(
  server: Server,
  stopping: AbortSignal,
  send: (message: FromWorker) => void,
): ReceivedConnections {
  const open = new Set<Socket>();
  let onEmpty = (): void => undefined;
  /** Connections and requests for confirmation arrive in order. */
  let latest = 0;
  // This event makes Node enforce header and request timeouts.
  server.emit('listening');

  function take(connection: number, sent: unknown): void {
    latest = connection;
    const socket = sent instanceof Socket ? sent : undefined;
    if (stopping.aborted || !socket) {
      send({ kind: 'declined', connection });
      return void socket?.destroy();
    }
    // Acknowledge before reading: no other worker may handle the connection from here on.
    send({ kind: 'accepted', connection });
    // The same options that Node's own server sets.
    socket.allowHalfOpen = true;
    socket.setNoDelay(true);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0) onEmpty();
    });
    server.emit('connection', socket);
    socket.resume();
  }

  return {
    onMessage(message, sent) {
      if (message.kind === 'connection') take(message.connection, sent);
      // Node drops a message whose file descriptor could not be received.
      if (message.kind === 'confirm' && message.connection > latest)
        send({ kind: 'missing', connection: message.connection });
    },
    close(idleMs) {
      const closed = new Promise<void>((resolve) => {
        if (open.size === 0) resolve();
        else onEmpty = resolve;
      });
      return drain(server, closed, idleMs);
    },
  };
}

import { Socket } from 'node:net';

/** Tracks the sockets of PostgreSQL connections: counts the bytes received, and can destroy all sockets at once. */
export class ConnectionSockets {
  readonly #open = new Set<Socket>();
  #bytesOfClosed = 0;
  #isBlocked = false;

  /** The `stream` option of a `pg` connection. While sockets are cut, connecting destroys the new one at once. */
  readonly stream = (): Socket => {
    const socket = new Socket();
    if (this.#isBlocked) return Object.assign(socket, { connect: () => socket.destroy() });
    this.#open.add(socket);
    return socket.once('close', () => {
      this.#open.delete(socket);
      this.#bytesOfClosed += socket.bytesRead;
    });
  };

  /** Bytes received so far. */
  get bytesReceived(): number {
    let heard = this.#bytesOfClosed;
    for (const { bytesRead } of this.#open) heard += bytesRead;
    return heard;
  }

  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** Destroys all sockets, and new ones on connect: to `pg`, the server closed the connection. */
  block(): void {
    this.#isBlocked = true;
    for (const socket of this.#open) socket.destroy();
  }

  unblock(): void {
    this.#isBlocked = false;
  }
}

import { Socket } from 'node:net';

/** Tracks the sockets of PostgreSQL connections: counts the bytes received, and can destroy all sockets at once. */
export class Lines {
  readonly #open = new Set<Socket>();
  #heardOnClosed = 0;
  #areCut = false;

  /** The `stream` option of a `pg` connection. While sockets are cut, connecting destroys the new one at once. */
  readonly stream = (): Socket => {
    const socket = new Socket();
    if (this.#areCut) return Object.assign(socket, { connect: () => socket.destroy() });
    this.#open.add(socket);
    return socket.once('close', () => {
      this.#open.delete(socket);
      this.#heardOnClosed += socket.bytesRead;
    });
  };

  /** Bytes received so far. */
  get heard(): number {
    let heard = this.#heardOnClosed;
    for (const { bytesRead } of this.#open) heard += bytesRead;
    return heard;
  }

  get areCut(): boolean {
    return this.#areCut;
  }

  /** Destroys all sockets, and new ones on connect: to `pg`, the server closed the connection. */
  cut(): void {
    this.#areCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  mend(): void {
    this.#areCut = false;
  }
}

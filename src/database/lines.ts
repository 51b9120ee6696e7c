import { Socket } from 'node:net';

/** The sockets of connections to PostgreSQL: how much has come on them, and an end to all of them at once. */
export class Lines {
  readonly #open = new Set<Socket>();
  #heardOnClosed = 0;
  #areCut = false;

  /** The `stream` of a connection, which `pg` connects. While lines are cut it ends at once: nobody is called. */
  readonly stream = (): Socket => {
    const socket = new Socket();
    if (this.#areCut) return Object.assign(socket, { connect: () => socket.destroy() });
    this.#open.add(socket);
    return socket.once('close', () => {
      this.#open.delete(socket);
      this.#heardOnClosed += socket.bytesRead;
    });
  };

  /** Bytes that have come so far. */
  get heard(): number {
    let heard = this.#heardOnClosed;
    for (const { bytesRead } of this.#open) heard += bytesRead;
    return heard;
  }

  get areCut(): boolean {
    return this.#areCut;
  }

  /** Ends all, and those to come: to `pg` that is a server which went away. */
  cut(): void {
    this.#areCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  mend(): void {
    this.#areCut = false;
  }
}

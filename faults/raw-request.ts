import { once } from 'node:events';
import { connect } from 'node:net';

const DEADLINE_MS = 5_000;

/** Sends raw bytes and returns everything received until the connection closes or the deadline expires. */
export async function sendBytes(base: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  // A connection reset is a valid outcome, too.
  socket.on('error', () => undefined);
  socket.setTimeout(DEADLINE_MS, () => socket.destroy());
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return answer;
}

/** Parses the statuses of all responses on a connection. */
export const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));

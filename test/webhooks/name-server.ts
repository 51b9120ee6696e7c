import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';
import { atTheEnd } from '../support/clean-up.js';

const types: ReadonlyMap<number, 'ipv4' | 'ipv6'> = new Map([
  [1, 'ipv4'],
  [28, 'ipv6'],
]);

/** The addresses of a name; a list for each query of IPv4 addresses in turn, the last one repeatedly. */
export type Records = Readonly<Record<string, readonly (readonly string[])[]>>;

export interface NameServer {
  readonly address: string;
  /** The names of the queries for IPv4 addresses. */
  readonly queries: readonly string[];
}

/** A DNS server on loopback. Other names do not exist, and those that start with `silent` receive no response. */
export async function startNameServer(records: Records): Promise<NameServer> {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { name, end } = nameIn(message);
    const family = types.get(message.readUInt16BE(end));
    if (family === 'ipv4') queries.push(name);
    if (name.startsWith('silent')) return;
    const turn = Math.max(0, queries.filter((query) => query === name).length - 1);
    const turns = records[name];
    const addresses = (turns?.[Math.min(turn, turns.length - 1)] ?? []).map((text) => ipaddr.parse(text));
    const matching = addresses.filter((one) => one.kind() === family).map((one) => one.toByteArray());
    socket.send(responseTo(message.subarray(0, end + 4), matching, turns === undefined), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  atTheEnd(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, queries };
}

function nameIn(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let position = 12;
  for (let length = message.readUInt8(position); length > 0; length = message.readUInt8(position)) {
    labels.push(message.toString('latin1', position + 1, position + 1 + length));
    position += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: position + 1 };
}

/** Repeats the question, and refers to its name from each record. */
function responseTo(question: Buffer, addresses: readonly number[][], isUnknown: boolean): Buffer {
  const start = Buffer.from(question);
  start.writeUInt16BE(isUnknown ? 0x8183 : 0x8180, 2);
  start.writeUInt16BE(addresses.length, 6);
  start.writeUInt32BE(0, 8);
  const type = start.subarray(-4);
  const records = addresses.map((bytes) =>
    Buffer.concat([Buffer.of(0xc0, 12), type, Buffer.of(0, 0, 0, 0, 0, bytes.length), Buffer.from(bytes)]),
  );
  return Buffer.concat([start, ...records]);
}

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Process IDs of the workers of a service (Linux only). */
export function workersOf(primary: number): number[] {
  const children = readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((pid) => commandOf(pid).includes('dist/bin/main.js'));
}

/** Number of client connections to the port, by process. */
export function connectionsTo(port: number, pid: number): number {
  const established = /^ *\d+: \w+:(\w{4}) \w+:\w+ 01 (?:\S+ +){5}(\d+)/gm;
  const table = readFileSync(`/proc/${pid}/net/tcp`, 'utf8');
  const ours = [...table.matchAll(established)].filter(([, at]) => parseInt(at ?? '', 16) === port);
  const held = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`)));
  return ours.filter(([, , socket]) => held.has(`socket:[${socket}]`)).length;
}

/** Empty for a process that has exited. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return '';
    throw error;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return '';
    throw error;
  }
}

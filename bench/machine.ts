import { readFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import type { Client } from 'pg';
import type { Machine } from './result.js';

/** Describes the machine without its host name. */
export function machine(): Machine {
  const all = cpus();
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${arch()}`,
  };
}

/** Compared packages of the service and of the benchmark. */
const packages = {
  'package.json': ['graphql', 'graphql-jit', 'pg', '@apollo/server', '@mikro-orm/core', 'express'],
  'bench/package.json': ['postgraphile', 'sofa-api'],
} as const;

/** Versions of Node, PostgreSQL and the pinned packages. */
export async function versions(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const pinned = Object.entries(packages).flatMap(([file, names]) => {
    const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> };
    return names.map((name) => [name, dependencies[name] ?? ''] as const);
  });
  return {
    Node: process.versions.node,
    PostgreSQL: rows[0]?.server_version ?? '',
    ...Object.fromEntries(pinned),
  };
}

/** Resident memory of a process in MiB. */
export function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

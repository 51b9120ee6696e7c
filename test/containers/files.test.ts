import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { environment } from '../../src/config/environment.js';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const isThere = (file: string) => existsSync(new URL(`../../../${file}`, import.meta.url));
const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

const dockerfile = read('Dockerfile');
const compose = read('docker-compose.yml');
/** The section of docker-compose.yml about a service. */
const service = (name: string) => new RegExp(`^  ${name}:\n((?:    .*\n|\n)+)`, 'm').exec(compose)?.[1] ?? '';
/** Names and values of the variables of a service. */
const variablesOf = (name: string) =>
  [...service(name).matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, variable = '', value = '']) => ({ variable, value }));

const secrets = Object.entries<z.ZodType>(environment.shape)
  .filter(([, form]) => form.meta()?.['secret'] === true)
  .map(([name]) => name);

describe('the Dockerfile', () => {
  it('copies only existing files of the project and outputs of its build', () => {
    const sources = allOf(dockerfile, /^COPY (?!--)(.+) \S+$/gm).flatMap((paths) => paths.split(' '));
    const built = allOf(dockerfile, /^COPY --from=build \/app\/(\S+) /gm);
    expect(sources.filter((path) => !isThere(path))).toEqual([]);
    expect(built.length).toBeGreaterThan(4);
    expect(built.filter((path) => !isThere(path))).toEqual([]);
  });

  it('runs under an unprivileged account, and declares a health check', () => {
    const [, last = ''] = dockerfile.split(/^FROM .*$/m).slice(-2);
    expect(allOf(last, /^(USER|HEALTHCHECK|CMD|VOLUME)\b/gm)).toEqual(['USER', 'VOLUME', 'HEALTHCHECK', 'CMD']);
    expect(allOf(last, /^USER (.+)$/gm)).toEqual(['node']);
  });
});

describe('docker-compose.yml', () => {
  it('mounts existing files', () => {
    const mounted = allOf(compose, /^ +- \.\/(\S+?):/gm);
    expect(mounted.length).toBeGreaterThan(3);
    expect(mounted.filter((path) => !isThere(path))).toEqual([]);
  });

  it('sets known variables only, and secrets only as files', () => {
    const names = variablesOf('lectern').map(({ variable }) => variable);
    const known = [...Object.keys(environment.shape), ...secrets.map((name) => `${name}_FILE`)];
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(names.filter((name) => secrets.includes(name))).toEqual(['DATABASE_URL']);
    expect(compose).toMatch(/DATABASE_URL: postgres:\/\/lectern@postgres:5432\/lectern$/m);
  });

  it('gives each service only the secrets that its variables reference', () => {
    for (const name of ['lectern', 'postgres', 'mail', 'prometheus', 'grafana']) {
      const named = variablesOf(name).flatMap(({ value }) => allOf(value, /^\/run\/secrets\/(.+)$/g));
      const given = allOf(/^ {4}secrets:\n((?: {6}- .*\n)+)/m.exec(service(name))?.[1] ?? '', /^ {6}- (.+)$/gm);
      expect([name, given.sort()]).toEqual([name, named.sort()]);
    }
  });

  it('stores persistent data in volumes, and the service can write to nothing else', () => {
    const kept = allOf(compose, /^ +- ([a-z-]+):\//gm);
    const volumes = allOf(/^volumes:\n([^]*)$/m.exec(compose)?.[1] ?? '', /^ {2}([a-z-]+):$/gm);
    expect(kept.sort()).toEqual(volumes.sort());
    expect(service('lectern')).toContain('    read_only: true\n');
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { readConfig } from '../../src/config/config.js';
import { environment } from '../../src/config/environment.js';
import { compose, manifests, read, root, typeErrors, type ComposeService, type Manifest } from './manifests.js';

const forms = Object.entries<z.ZodType>(environment.shape);
const secrets = forms.filter(([, form]) => form.meta()?.['secret'] === true).map(([name]) => name);
const known = new Set([...forms.map(([name]) => name), ...secrets.map((name) => `${name}_FILE`)]);
const unknownIn = (names: readonly string[]): string[] => names.filter((name) => !known.has(name));

const scale = compose('docker-compose.scale.yml');
const services = Object.entries(scale.services);
const lectern = scale.services['lectern-1'] as ComposeService;

/** Values as the service reads them: defaults of the shell, and secrets from files. */
const production = (variables: Readonly<Record<string, string | number>>) => ({
  NODE_ENV: 'production',
  DATA_DIR: '/tmp',
  ...Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => {
      const text = String(value).replace(/\$\{\w+:-(.*)\}/, '$1');
      if (name === 'SMTP_URL_FILE') return [['SMTP_URL', 'smtp://mail:1025']];
      return name.endsWith('_FILE') ? [[name.slice(0, -'_FILE'.length), 'x'.repeat(32)]] : [[name, text]];
    }),
  ),
});

describe('docker-compose.scale.yml', () => {
  it('sets known variables only, with valid values, and secrets only as files', () => {
    const variables = lectern.environment ?? {};
    expect([Object.keys(variables).length > 20, unknownIn(Object.keys(variables))]).toEqual([true, []]);
    const inPlain = secrets.filter((name) => name in variables && !/^postgres:/.test(String(variables[name])));
    expect([inPlain, Object.values(variables).filter((value) => /:\/\/\w+:\w+@/.test(String(value)))]).toEqual([
      [],
      [],
    ]);
    expect(readConfig(production(variables))).toMatchObject({ trustedProxies: 2, cdn: { maxAge: 60 } });
    expect(scale.services['lectern-2']).toEqual(lectern);
  });

  it('gives each service only the secrets that it names, and has a file for each', () => {
    expect((lectern.secrets ?? []).toSorted()).toEqual(
      Object.values(lectern.environment ?? {})
        .flatMap((value) => /^\/run\/secrets\/(.+)$/.exec(String(value))?.[1] ?? [])
        .toSorted(),
    );
    const used = new Set(services.flatMap(([, { secrets: names = [] }]) => names));
    expect([...used].toSorted()).toEqual(Object.keys(scale.secrets).toSorted());
  });

  it('pins public images of the default registry, and builds the others from existing folders', () => {
    for (const [name, { image = '', build }] of services) {
      if (build === undefined)
        expect([name, image]).toEqual([name, expect.stringMatching(/^[a-z]+(\/[a-z-]+)?:[\w.-]*\d[\w.-]*$/)]);
      else expect([name, existsSync(join(root, build, 'Dockerfile'))]).toEqual([name, true]);
    }
  });

  it('mounts existing files and declared volumes', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!));
    const files = sources.filter((source) => source.startsWith('./'));
    expect([files.length, files.filter((file) => !existsSync(join(root, file)))]).toEqual([3, []]);
    const kept = sources.filter((source) => !source.startsWith('./'));
    expect(kept.toSorted()).toEqual(Object.keys(scale.volumes).toSorted());
  });

  it('has a service for each host that a configuration in deploy/ names', () => {
    const hosts = [
      ...read('deploy/haproxy.cfg').matchAll(/^ +server \S+ ([a-z0-9-]+):/gm),
      ...read('deploy/varnish.vcl').matchAll(/\.host = "([a-z0-9-]+)"/g),
      ...read('deploy/pgbouncer.ini').matchAll(/host=([a-z0-9-]+)/g),
      ...read('deploy/patroni/patroni.yml').matchAll(/host: ([a-z0-9-]+):/g),
      ...Object.values(lectern.environment ?? {}).flatMap((value) => [
        ...String(value).matchAll(/(?:\/\/|@)([a-z0-9-]+):\d{4}/g),
      ]),
    ].map(([, host = '']) => host);
    expect(hosts.length).toBeGreaterThan(12);
    expect(hosts.filter((host) => !(host in scale.services) && host !== 'localhost')).toEqual([]);
  });
});

describe('the Kubernetes manifests', () => {
  const all = manifests();
  const deployment = all.get('deployment.yaml') as Manifest;

  it('are valid by the types of Kubernetes', () => {
    expect([all.size, typeErrors([...all.values()])]).toEqual([5, []]);
  });

  it('would not be valid with an unknown member, or with a wrong type', () => {
    const budget = all.get('pod-disruption-budget.yaml') as Manifest;
    const invalid = [
      { ...budget, spec: { maxUnavailable: 1, selectors: {} } },
      { ...budget, spec: { maxUnavailable: true } },
    ];
    expect(typeErrors(invalid)).toEqual([
      expect.stringContaining('selectors'),
      expect.stringContaining("is not assignable to type 'string | number"),
    ]);
  });

  it('select the pods of the deployment', () => {
    const label = { 'app.kubernetes.io/name': 'lectern' };
    expect(deployment).toMatchObject({
      spec: { selector: { matchLabels: label }, template: { metadata: { labels: label } } },
    });
    expect(all.get('service.yaml')).toMatchObject({ spec: { selector: label } });
    expect(all.get('pod-disruption-budget.yaml')).toMatchObject({ spec: { selector: { matchLabels: label } } });
  });

  it('set known variables only, with valid values, and secrets only in the Secret', () => {
    const { data } = all.get('configmap.example.yaml') as unknown as { data: Record<string, string> };
    const { stringData } = all.get('secret.example.yaml') as unknown as { stringData: Record<string, string> };
    const own = [...read('deploy/kubernetes/deployment.yaml').matchAll(/- name: ([A-Z_]+)$/gm)].map(
      ([, name = '']) => name,
    );
    expect(own.length).toBe(2);
    expect(unknownIn([...own, ...Object.keys(data), ...Object.keys(stringData)])).toEqual([]);
    expect(Object.keys(data).filter((name) => secrets.includes(name))).toEqual([]);
    expect(readConfig(production({ ...data, ...stringData }))).toMatchObject({
      trustedProxies: 2,
      cdn: { maxAge: 60 },
    });
  });

  it('run the container without privileges, on a read-only file system, and stop it gracefully', () => {
    expect(deployment).toMatchObject({
      spec: {
        template: {
          spec: {
            securityContext: { runAsNonRoot: true },
            terminationGracePeriodSeconds: 30,
            containers: [
              {
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
                livenessProbe: { httpGet: { path: '/live', port: 'admin' } },
                readinessProbe: { httpGet: { path: '/ready', port: 'admin' } },
              },
            ],
          },
        },
      },
    });
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { parse, parseDocument } from 'yaml';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A service of a compose file, with the members that the tests read. */
export interface ComposeService {
  readonly image?: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

/** A compose file, with its anchors merged. */
export const compose = (file: string): Compose => parse(read(file), { merge: true }) as Compose;

/** The part of a Kubernetes object that identifies its type. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [member: string]: unknown;
}

const KUBERNETES = 'deploy/kubernetes';

/** The manifests by file. Throws if a file is not valid YAML. */
export const manifests = (): Map<string, Manifest> =>
  new Map(
    readdirSync(join(root, KUBERNETES)).map((file) => {
      const document = parseDocument(read(`${KUBERNETES}/${file}`));
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join('; ')}`);
      return [file, document.toJS() as Manifest];
    }),
  );

/** Checks manifests against the types of Kubernetes. Returns the errors of the compiler: none if all are valid. */
export function typeErrors(list: readonly Manifest[]): string[] {
  // Inside the project, so that the compiler finds the package; literals reject unknown members.
  const file = join(root, 'dist', `manifest-${process.pid}.ts`);
  const constants = list.map((manifest, index) => {
    const group = manifest.apiVersion.includes('/') ? manifest.apiVersion : `core/${manifest.apiVersion}`;
    const type = `import('kubernetes-types/${group}').${manifest.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};\n`;
  });
  writeFileSync(file, constants.join(''));
  const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--ignoreConfig'];
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8' });
  rmSync(file);
  return stdout.split('\n').filter((line) => line.includes('error'));
}

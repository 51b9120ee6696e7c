import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { z } from 'zod';
import { environment } from '../../src/config/environment.js';
import { allPages, code, root } from './pages.js';

/** Variables of tools, scripts, tests, Node.js and the C library, which the service does not read. */
const OF_OTHERS = [
  /^TEST_(DATABASE_URL|RECORD|SEED|STEPS|SWIFT)$/,
  /^LECTERN_(URL|DATA_DIR|MILLION_PART)$/,
  /^(CHROMIUM_PATH|DOCS_PICTURES|RECORD_CONSUMERS)$/,
  /^COMPAT_TOKEN$/,
  /^WEBHOOK_SECRET$/,
  /^OTEL_/,
  /^ETCD_/,
  /^POSTGRES_/,
  /^MALLOC_ARENA_MAX$/,
  /^NODE_(COMPILE_CACHE|EXTRA_CA_CERTS)$/,
  /^ICU_TIMEZONE_FILES_DIR$/,
];

const forms = Object.entries<z.ZodType>(environment.shape);
const known = new Set([
  ...forms.map(([name]) => name),
  ...forms.filter(([, form]) => form.meta()?.['secret'] === true).map(([name]) => `${name}_FILE`),
]);
const schema = readFileSync(join(root, 'schema/schema.graphql'), 'utf8');
const isOfTheGraph = (name: string): boolean => new RegExp(`^  ${name}\\b`, 'm').test(schema);

/** Variables in a page: `NAME=…`, and names of several words. */
const named = (text: string): string[] => [
  ...[...text.matchAll(/(?<![\w$-])([A-Z][A-Z0-9_]{2,})=/g)].map(([, name = '']) => name),
  ...[...text.matchAll(/^\$?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/g)].map(([, name = '']) => name),
];

/** Variables that the shell commands of the page set, such as `TOKEN=$(…)`, and then use. */
const isOfTheShell = (name: string, text: string): boolean => new RegExp(`\\$\\{?${name}\\b`).test(text);

function unknownIn(text: string): string[] {
  return code(text)
    .flatMap(named)
    .filter((name) => !known.has(name) && !OF_OTHERS.some((pattern) => pattern.test(name)))
    .filter((name) => !isOfTheGraph(name) && !isOfTheShell(name, text));
}

it('Lectern reads every variable in the documentation', () => {
  expect(allPages().flatMap(({ path, text }) => unknownIn(text).map((name) => `${path}: ${name}`))).toEqual([]);
});

it('detects an unknown variable', () => {
  const text =
    'Set `DATABASE_ADDRESS`, `LOG_LEVEL=debug` or `SECRET_KEY_FILE`.\n```sh\nWORKER=2 PORT=1 npm start\n```\n';

  expect(unknownIn(text)).toEqual(['DATABASE_ADDRESS', 'WORKER']);
});

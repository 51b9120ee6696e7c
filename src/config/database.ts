import * as z from 'zod';
import { flag, wholeNumber } from './setting-schemas.js';

/** As libpq accepts it: `postgres://first:5432,second:5432/lectern`. */
const SEVERAL_HOSTS = /^postgres(?:ql)?:\/\/(?:[^/]*@)?[^/?@]*,[^/?@]*(?:[/?]|$)/i;

const ONE_HOST = 'must name one host: use the address of a proxy that leads to the primary, such as haproxy';

const hasSeveralHosts = (text: unknown): boolean => SEVERAL_HOSTS.test(String(text));

/** The URL of one PostgreSQL database. */
export const postgresUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: ({ input }) => (hasSeveralHosts(input) ? ONE_HOST : 'must begin with postgres://'),
  })
  .refine((text) => !URL.canParse(text) || !hasSeveralHosts(text), ONE_HOST)
  .refine((text) => !URL.canParse(text) || new URL(text).pathname.length > 1, 'must end with the name of a database');

/** Data storage: data directory, PostgreSQL and secret key. */
export const dataEnvironment = {
  DATA_DIR: z.string().default('./.data').meta({
    description:
      'Directory of the embedded database, images, mails without `SMTP_URL`, and the generated key. Used by one service at a time; commands may run concurrently.',
  }),
  DATABASE_URL: postgresUrl.optional().meta({
    unset: 'the embedded PostgreSQL 18',
    secret: true,
    description:
      'URL of a PostgreSQL server, version 15 or newer, such as `postgres://lectern:password@127.0.0.1:5432/lectern`.',
  }),
  DATABASE_DIRECT_URL: postgresUrl.optional().meta({
    unset: 'that of `DATABASE_URL`',
    secret: true,
    description: 'URL of the server itself, for migrations, if `DATABASE_URL` points to a pooler.',
  }),
  DATABASE_PASSWORD: z.string().optional().meta({
    unset: 'the password in the URL',
    secret: true,
    description:
      'Password for `DATABASE_URL`, which must not contain one, and for `DATABASE_DIRECT_URL` if that contains none.',
  }),
  DATABASE_PREPARED: flag
    .default(true)
    .meta({ description: '`false` for poolers without support for named prepared statements.' }),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3_600).default(30).meta({
    unit: 'seconds',
    description: 'Maximum time to wait for the server at startup.',
  }),
  DEMO_DATA: flag.optional().meta({
    unset: '`true` only for the embedded database outside production',
    description: 'Whether to seed an empty database with the demo conferences; `true` is rejected in production.',
  }),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional().meta({
    unset: 'generated into `DATA_DIR`',
    secret: true,
    description:
      '32 characters or more, identical in all processes; required in production. Encrypts application secrets and queued mails, and keys the hashes of rate limit subjects. If the key differs from the one that encrypted the data, the service [refuses to start](operate.md#replacing-secret_key).',
  }),
};

export type DataVariables = z.output<z.ZodObject<typeof dataEnvironment>>;

/** Adds the password to a URL without one. A URL without a host cannot hold a password. */
export function withPassword(url: string | undefined, password: string | undefined): string | undefined {
  if (url === undefined || password === undefined) return url;
  const address = new URL(url);
  if (address.password === '') address.password = encodeURIComponent(password);
  return address.href;
}

/** Conflicts between `DATABASE_PASSWORD` and the URLs. */
export function problemsOfPassword({ DATABASE_URL: url, DATABASE_PASSWORD: password }: DataVariables): string[] {
  if (password === undefined) return [];
  if (url === undefined) return ['DATABASE_PASSWORD: requires DATABASE_URL, which is not set'];
  if (new URL(url).password !== '') return ['DATABASE_PASSWORD: DATABASE_URL has a password already: keep one'];
  const hasPlace = new URL(withPassword(url, password) ?? '').password !== '';
  return hasPlace ? [] : ['DATABASE_PASSWORD: DATABASE_URL must name a host for it'];
}

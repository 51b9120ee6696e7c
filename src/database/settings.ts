import { z } from 'zod';
import { flag, wholeNumber } from '../setting-forms.js';

const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' })
  .refine((text) => !URL.canParse(text) || new URL(text).pathname.length > 1, 'must end with the name of a database');

/** Where data are kept. */
export const dataEnvironment = {
  DATA_DIR: z.string().default('./.data').meta({
    description:
      'The folder of the embedded database, images, mails without `SMTP_URL`, the generated key. One service at a time; commands may work beside it.',
  }),
  DATABASE_URL: postgresUrl.optional().meta({
    unset: 'the embedded PostgreSQL 18',
    secret: true,
    description: 'Any PostgreSQL from version 15 on, such as `postgres://lectern:password@127.0.0.1:5432/lectern`.',
  }),
  DATABASE_DIRECT_URL: postgresUrl.optional().meta({
    unset: 'that of `DATABASE_URL`',
    secret: true,
    description: 'The server itself, for migrations, where `DATABASE_URL` is a pooler.',
  }),
  DATABASE_PASSWORD: z.string().optional().meta({
    unset: 'that of the address',
    secret: true,
    description: 'The password of both addresses, where they have none themselves.',
  }),
  DATABASE_PREPARED: flag.default(true).meta({ description: '`false` for poolers that keep no named statements.' }),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3_600).default(30).meta({
    unit: 'seconds',
    description: 'How long a start waits for the server.',
  }),
  DEMO_DATA: flag.optional().meta({
    unset: '`true` only for the embedded database outside production',
    description: 'Whether an empty database gets the demo conferences; `true` is refused in production.',
  }),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional().meta({
    unset: 'generated into `DATA_DIR`',
    secret: true,
    description:
      '32 characters or more, the same in all processes; required in production. Seals the secrets of applications and the mails that wait, and hides whom limits count: with another key the secrets cannot be read any more, and waiting mails are not sent.',
  }),
};

type DataVariables = z.output<z.ZodObject<typeof dataEnvironment>>;

/** The address, with the password where it has none. Without a host there is no place for one. */
export function withPassword(url: string | undefined, password: string | undefined): string | undefined {
  if (url === undefined || password === undefined) return url;
  const address = new URL(url);
  if (address.password === '') address.password = encodeURIComponent(password);
  return address.href;
}

/** What is wrong with `DATABASE_PASSWORD` beside the addresses. */
export function problemsOfPassword({ DATABASE_URL: url, DATABASE_PASSWORD: password }: DataVariables): string[] {
  if (password === undefined) return [];
  if (url === undefined) return ['DATABASE_PASSWORD: is for DATABASE_URL, which is not set'];
  if (new URL(url).password !== '') return ['DATABASE_PASSWORD: DATABASE_URL has a password already: keep one'];
  const hasPlace = new URL(withPassword(url, password) ?? '').password !== '';
  return hasPlace ? [] : ['DATABASE_PASSWORD: DATABASE_URL must name a host for it'];
}

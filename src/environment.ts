import { z } from 'zod';
import { deprecationsEnvironment } from './deprecations/settings.js';
import { limitsEnvironment } from './limits/settings.js';
import { mailEnvironment } from './mail/settings.js';
import { spamEnvironment } from './spam/settings.js';
import { usageEnvironment } from './usage/settings.js';
import { workersEnvironment } from './workers/settings.js';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(error).int(error).min(least, error).max(most, error);
};
const port = wholeNumber(0, 65_535);
const hasNoPath = (text: string): boolean => new URL(text).pathname === '/' && !text.includes('?');
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://api.example.org' })
  .refine((text) => !URL.canParse(text) || hasNoPath(text), 'must have no path')
  .transform((text) => new URL(text).origin);
const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' })
  .refine((text) => !URL.canParse(text) || new URL(text).pathname.length > 1, 'must end with the name of a database');
const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

/** Every variable that Lectern reads. The README's table says the same in words. */
export const environment = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  ADMIN_PORT: port.default(8081),
  BASE_URL: origin.optional(),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    ),
  WEBSITE_URL: address.optional(),
  AVATAR_BASE_URL: z.url().default('https://www.gravatar.com/avatar/'),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_PREPARED: flag.default(true),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3_600).default(30),
  DEMO_DATA: flag.optional(),
  MAX_RESULTS: wholeNumber(1, 100_000).default(10_000),
  ANSWER_CACHE_MEGABYTES: wholeNumber(0, 4_096).default(32),
  CDN_MAX_AGE: wholeNumber(1, 86_400).optional(),
  INTROSPECTION: flag.default(true),
  COMPATIBILITY: z.enum(['spec', 'legacy']).default('spec'),
  TALK_TYPE_SOCIAL: z.string().min(1).optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  PRODUCT_NAME: z.string().min(1).max(100).default('Lectern'),
  TRUST_PROXY: wholeNumber(0, 20).default(0),
  TRUST_PROXY_HEADER: z.enum(['x-forwarded-for', 'forwarded']).default('x-forwarded-for'),
  MAX_PENDING_EVENTS: wholeNumber(1, 1_000).default(3),
  COMMENT_EDIT_MINUTES: wholeNumber(0, 525_600).default(15),
  ENFORCE_COMMENT_WINDOW: flag.default(false),
  ACCOUNT_DISCLOSURE: z.enum(['none', 'legacy']).default('none'),
  EVENT_SUBMISSION: z.enum(['spec', 'legacy']).optional(),
  ...workersEnvironment,
  ...limitsEnvironment,
  ...mailEnvironment,
  ...spamEnvironment,
  ...usageEnvironment,
  ...deprecationsEnvironment,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Environment = z.infer<typeof environment>;

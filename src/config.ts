import { z } from 'zod';
import { OperatorError } from './operator-error.js';
import type { Policy } from './services.js';

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
const environment = z.object({
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
  DATABASE_CONNECTIONS: wholeNumber(2, 500).default(10),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3_600).default(30),
  DEMO_DATA: flag.optional(),
  MAX_RESULTS: wholeNumber(1, 100_000).default(10_000),
  INTROSPECTION: flag.default(true),
  COMPATIBILITY: z.enum(['spec', 'legacy']).default('spec'),
  TALK_TYPE_SOCIAL: z.string().min(1).optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  MAX_PENDING_EVENTS: wholeNumber(1, 1_000).default(3),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

type Environment = z.infer<typeof environment>;

/** The settings of one process: validated, complete, unchanging. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly adminPort: number;
  /** Scheme, host and port under which clients know the service; taken from the request when unset. */
  readonly baseUrl: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly websiteUrl: string | undefined;
  readonly avatarBaseUrl: string;
  readonly dataDirectory: string;
  readonly database: {
    /** Undefined: the PostgreSQL that comes with npm, in `dataDirectory`. */
    readonly url: string | undefined;
    /** For migrations and locks, where `url` leads to a pooler. */
    readonly directUrl: string | undefined;
    readonly prepared: boolean;
    readonly connections: number;
    readonly waitSeconds: number;
  };
  /** Undefined: only into a fresh embedded database. */
  readonly demoData: boolean | undefined;
  readonly maxResults: number;
  readonly introspection: boolean;
  /** The word for talks of type SOCIAL_EVENT when v2.1 reads them (decisions.md no. 2). */
  readonly socialTalkType: string;
  readonly policy: Policy;
  readonly secretKey: string | undefined;
  readonly logLevel: Environment['LOG_LEVEL'];
}

/**
 * Reads the environment.
 *
 * @throws OperatorError that names every variable that is wrong, and how
 */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { success, data, error } = environment.safeParse(given);
  const production = given['NODE_ENV'] === 'production';
  const problems = [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...(production ? missingInProduction(given) : []),
  ];
  if (!success || problems.length > 0) {
    throw new OperatorError(`Lectern cannot start with this configuration: ${problems.join('; ')}.`);
  }
  return Object.freeze({
    production,
    host: data.HOST,
    port: data.PORT,
    adminPort: data.ADMIN_PORT,
    baseUrl: data.BASE_URL,
    allowedHosts: data.ALLOWED_HOSTS,
    websiteUrl: data.WEBSITE_URL,
    avatarBaseUrl: data.AVATAR_BASE_URL,
    dataDirectory: data.DATA_DIR,
    database: {
      url: data.DATABASE_URL,
      directUrl: data.DATABASE_DIRECT_URL,
      prepared: data.DATABASE_PREPARED,
      connections: data.DATABASE_CONNECTIONS,
      waitSeconds: data.DATABASE_WAIT_SECONDS,
    },
    demoData: data.DEMO_DATA,
    maxResults: data.MAX_RESULTS,
    introspection: data.INTROSPECTION,
    socialTalkType: data.TALK_TYPE_SOCIAL ?? (data.COMPATIBILITY === 'legacy' ? 'Social event' : 'Social'),
    policy: { maxPendingEvents: data.MAX_PENDING_EVENTS },
    secretKey: data.SECRET_KEY,
    logLevel: data.LOG_LEVEL,
  });
}

function missingInProduction({ BASE_URL, SECRET_KEY, DEMO_DATA }: Record<string, string | undefined>): string[] {
  return [
    ...(BASE_URL ? [] : ['BASE_URL: must be set in production, such as https://api.example.org']),
    ...(SECRET_KEY ? [] : ['SECRET_KEY: must be set in production, to 32 or more random characters that you keep']),
    ...(DEMO_DATA === 'true'
      ? ['DEMO_DATA: must not be true in production, where demo accounts would be a way in']
      : []),
  ];
}

import { problemsOfPassword, withPassword } from './database/settings.js';
import { documentsSettings, type DocumentsSettings } from './documents/settings.js';
import { environment, type Environment } from './environment.js';
import { limitsSettings, type LimitsSettings } from './limits/settings.js';
import { mailSettings, type MailSettings } from './mail/settings.js';
import { OperatorError } from './operator-error.js';
import { readSecretFiles } from './secret-files.js';
import type { Policy } from './services.js';
import { spamSettings, type SpamSettings } from './spam/settings.js';
import { tracesSettings, type TracesSettings } from './traces/settings.js';
import { problemsOfWorkers, workersSettings } from './workers/settings.js';

/** The settings of one process: validated, complete, unchanging. */
export interface Config {
  readonly production: boolean;
  /** Processes that answer requests. */
  readonly workers: number;
  readonly host: string;
  readonly port: number;
  readonly adminHost: string;
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
    /** Of this process: its share, where there are several. */
    readonly connections: number;
    readonly waitSeconds: number;
  };
  /** Undefined: only into a fresh embedded database. */
  readonly demoData: boolean | undefined;
  readonly maxResults: number;
  /** How much memory kept answers may take; 0 keeps none. */
  readonly answerCacheMegabytes: number;
  /** The longest time, in seconds, that shared caches may tell an answer without asking; undefined: none. */
  readonly cdnMaxAge: number | undefined;
  readonly introspection: boolean;
  /** Of the graph: those that are trusted, and what becomes of others. */
  readonly documents: DocumentsSettings;
  /** The word for talks of type SOCIAL_EVENT when v2.1 reads them (decisions.md no. 2). */
  readonly socialTalkType: string;
  readonly policy: Policy;
  readonly limits: LimitsSettings;
  readonly mail: MailSettings;
  readonly spam: SpamSettings;
  /** In mails, as the source of comments, on pages. */
  readonly productName: string;
  /** How many proxies stand in front of the service, whose word about a client's address is believed. */
  readonly trustedProxies: number;
  /** The header that those proxies write; what they let through as it came is the client's own word. */
  readonly proxyHeader: Environment['TRUST_PROXY_HEADER'];
  /** Whether submissions are answered as the original did (decisions.md no. 1). */
  readonly legacySubmission: boolean;
  /** Routes of v2.1 that clients should leave; whether there are such routes, only the facade knows. */
  readonly deprecations: Environment['DEPRECATED_ROUTES'];
  /** How long it is kept which application used which route. */
  readonly usageDays: number;
  readonly secretKey: string | undefined;
  readonly logLevel: Environment['LOG_LEVEL'];
  /** Undefined: nobody collects traces. */
  readonly traces: TracesSettings | undefined;
}

/** What is set, with the secrets that are in files. An empty variable is an unset one. */
export function givenVariables(variables: NodeJS.ProcessEnv = process.env) {
  return readSecretFiles(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')));
}

/**
 * Reads the environment.
 *
 * @throws OperatorError that names every variable that is wrong, and how
 */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const { variables: given, problems: unreadable } = givenVariables(variables);
  const { success, data, error } = environment.safeParse(given);
  const production = given['NODE_ENV'] === 'production';
  const problems = [
    ...unreadable,
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...(data ? [...problemsOfWorkers(workersSettings(data, production)), ...problemsOfPassword(data)] : []),
    ...(production ? missingInProduction(given) : []),
  ];
  if (!success || problems.length > 0) {
    throw new OperatorError(`Lectern cannot start with this configuration: ${problems.join('; ')}.`);
  }
  const limits = limitsSettings(data);
  const { workers, connections } = workersSettings(data, production);
  return Object.freeze({
    production,
    workers,
    host: data.HOST,
    port: data.PORT,
    adminHost: data.ADMIN_HOST,
    adminPort: data.ADMIN_PORT,
    baseUrl: data.BASE_URL,
    allowedHosts: data.ALLOWED_HOSTS,
    websiteUrl: data.WEBSITE_URL,
    avatarBaseUrl: data.AVATAR_BASE_URL,
    dataDirectory: data.DATA_DIR,
    database: {
      url: withPassword(data.DATABASE_URL, data.DATABASE_PASSWORD),
      directUrl: withPassword(data.DATABASE_DIRECT_URL, data.DATABASE_PASSWORD),
      prepared: data.DATABASE_PREPARED,
      connections,
      waitSeconds: data.DATABASE_WAIT_SECONDS,
    },
    demoData: data.DEMO_DATA,
    maxResults: data.MAX_RESULTS,
    answerCacheMegabytes: data.ANSWER_CACHE_MEGABYTES,
    cdnMaxAge: data.CDN_MAX_AGE,
    introspection: data.INTROSPECTION,
    documents: documentsSettings(data),
    socialTalkType: data.TALK_TYPE_SOCIAL ?? (data.COMPATIBILITY === 'legacy' ? 'Social event' : 'Social'),
    policy: policyOf(data, limits),
    limits,
    mail: mailSettings(data),
    spam: spamSettings(data),
    productName: data.PRODUCT_NAME,
    trustedProxies: data.TRUST_PROXY,
    proxyHeader: data.TRUST_PROXY_HEADER,
    legacySubmission: (data.EVENT_SUBMISSION ?? data.COMPATIBILITY) === 'legacy',
    deprecations: data.DEPRECATED_ROUTES,
    usageDays: data.USAGE_DAYS,
    secretKey: data.SECRET_KEY,
    logLevel: data.LOG_LEVEL,
    traces: tracesSettings(data),
  });
}

function policyOf(data: Environment, { talkComments }: LimitsSettings): Policy {
  return {
    maxPendingEvents: data.MAX_PENDING_EVENTS,
    talkComments,
    commentEditMinutes: data.COMMENT_EDIT_MINUTES,
    enforceCommentWindow: data.ENFORCE_COMMENT_WINDOW,
    discloseAccounts: data.ACCOUNT_DISCLOSURE === 'legacy',
    productName: data.PRODUCT_NAME,
  };
}

function missingInProduction(given: Record<string, string | undefined>): string[] {
  const { BASE_URL, SECRET_KEY, SECRET_KEY_FILE, DEMO_DATA } = given;
  return [
    ...(BASE_URL ? [] : ['BASE_URL: must be set in production, such as https://api.example.org']),
    ...((SECRET_KEY ?? SECRET_KEY_FILE)
      ? []
      : ['SECRET_KEY: must be set in production, to 32 or more random characters that you keep']),
    ...(DEMO_DATA === 'true'
      ? ['DEMO_DATA: must not be true in production, where demo accounts would be a way in']
      : []),
  ];
}

import { cdnSettings, problemsOfCdn, type CdnSettings } from './cdn.js';
import { problemsOfPassword, withPassword } from './database.js';
import { documentsSettings, type DocumentsSettings } from './documents.js';
import { environment, type Environment } from './environment.js';
import { imagesSettings, problemsOfImages, type ImagesSettings } from './images.js';
import type { Allowance } from './allowance.js';
import { limitsSettings, type LimitsSettings } from './limits.js';
import { mailSettings, problemsOfMail, type MailSettings } from './mail.js';
import { misspeltVariables, readSecretFiles } from './variables.js';
import { OperatorError } from './operator-error.js';
import { policyOf, type Policy } from './behaviour.js';
import { missingInProduction } from './production.js';
import { problemsOfReplicas, replicaSettings, type ReplicaSettings } from './replicas.js';
import { spamSettings, type SpamSettings } from './spam.js';
import { tracesSettings, type TracesSettings } from './traces.js';
import { venueSettings, type VenueSettings } from './venues.js';
import { problemsOfWorkers, workersSettings } from './workers.js';

/** Settings of one process: validated, complete and immutable. */
export interface Config {
  readonly production: boolean;
  /** Number of processes that serve requests. */
  readonly workers: number;
  readonly host: string;
  readonly port: number;
  readonly adminHost: string;
  readonly adminPort: number;
  /** Public scheme, host and port of the service; derived from the request if unset. */
  readonly baseUrl: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly websiteUrl: string | undefined;
  /** URL template with `{id}`, `{stub}` or `{guid}`. */
  readonly feedbackUrl: string | undefined;
  readonly avatarBaseUrl: string;
  readonly dataDirectory: string;
  readonly database: {
    /** Undefined: the embedded PostgreSQL in `dataDirectory`. */
    readonly url: string | undefined;
    /** For migrations and locks, if `url` points to a pooler. */
    readonly directUrl: string | undefined;
    readonly prepared: boolean;
    /** Connections of this process: its share if there are several workers. */
    readonly connections: number;
    readonly waitSeconds: number;
    /** Undefined: the primary serves all reads. */
    readonly replicas: ReplicaSettings | undefined;
  };
  readonly images: ImagesSettings;
  /** Undefined: seeds only an embedded database outside production. */
  readonly demoData: boolean | undefined;
  readonly maxResults: number;
  /** Maximum size of the response cache; 0 disables it. */
  readonly responseCacheMegabytes: number;
  /** Maximum numbers of open subscriptions of a process. */
  readonly streams: { readonly total: number; readonly perAddress: number; readonly perUser: number };
  /** Retention of the event log, in days. */
  readonly logDays: number;
  /** Minimum time between two polls of the change feed; 0: none. */
  readonly pollIntervalMs: number;
  /** Shared caches in front of the service. */
  readonly cdn: CdnSettings;
  readonly introspection: boolean;
  /** Trusted GraphQL documents, and the policy for all others. */
  readonly documents: DocumentsSettings;
  /** Name of talk type SOCIAL_EVENT in v2.1 (decisions no. 2). */
  readonly socialTalkType: string;
  readonly policy: Policy;
  readonly limits: LimitsSettings;
  /** Where limits per address are raised. */
  readonly venues: VenueSettings;
  readonly mail: MailSettings;
  readonly spam: SpamSettings;
  /** The `host:port` of receivers of webhooks in private networks. */
  readonly webhookAllow: readonly string[];
  /** Outgoing requests of webhooks; null: unlimited. */
  readonly webhookLimits: { readonly owner: Allowance | null; readonly host: Allowance | null };
  /** Shown in mails and on pages, and as the `source` of comments. */
  readonly productName: string;
  /** Number of proxies in front of the service whose client address is trusted. */
  readonly trustedProxies: number;
  /** The header that those proxies write. A header that they pass through unchanged is client-controlled. */
  readonly proxyHeader: Environment['TRUST_PROXY_HEADER'];
  /** Callers whose `Forwarded` header is trusted to name the end user (decisions no. 34). */
  readonly forwardedFrom: Environment['TRUST_FORWARDED_FROM'];
  /** Whether to reproduce the behaviour of the original service for its clients (decisions no. 33). */
  readonly legacyCompatibility: boolean;
  /** Whether the operator has decided on it, so that the start need not name it (decisions no. 57). */
  readonly choosesCompatibility: boolean;
  /** Whether to respond to submissions as the original service did (decisions no. 1). */
  readonly legacySubmission: boolean;
  /** Deprecated v2.1 routes. Only the facade can check that they exist. */
  readonly deprecations: Environment['DEPRECATED_ROUTES'];
  /** Retention of route usage per application, in days. */
  readonly usageDays: number;
  readonly secretKey: string | undefined;
  readonly logLevel: Environment['LOG_LEVEL'];
  /** Undefined: tracing is disabled. */
  readonly traces: TracesSettings | undefined;
}

/** Returns the environment with secrets read from files. An empty variable counts as unset. */
export function environmentVariables(variables: NodeJS.ProcessEnv = process.env) {
  return readSecretFiles(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')));
}

/** Returns warnings about probable mistakes in a valid environment, one sentence each. */
export function configurationWarnings(variables: NodeJS.ProcessEnv = process.env): string[] {
  return misspeltVariables(Object.keys(variables));
}

/**
 * Parses and validates the environment.
 *
 * @throws OperatorError that lists every invalid variable and its problem
 */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const { variables: values, problems: unreadable } = environmentVariables(variables);
  const { success, data, error } = environment.safeParse(values);
  const production = values['NODE_ENV'] === 'production';
  const problems = [
    ...unreadable,
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...(data ? problemsOf(data, production) : []),
    ...(production ? missingInProduction(values) : []),
  ];
  if (!success || problems.length > 0) {
    // A missing variable may be set under a misspelt name.
    const sentence = [...problems, ...configurationWarnings(variables)].join('; ').replace(/(?<!\?)$/, '.');
    throw new OperatorError(`Lectern cannot start with this configuration: ${sentence}`);
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
    feedbackUrl: data.FEEDBACK_URL,
    avatarBaseUrl: data.AVATAR_BASE_URL,
    dataDirectory: data.DATA_DIR,
    database: {
      url: withPassword(data.DATABASE_URL, data.DATABASE_PASSWORD),
      directUrl: withPassword(data.DATABASE_DIRECT_URL, data.DATABASE_PASSWORD),
      prepared: data.DATABASE_PREPARED,
      connections,
      waitSeconds: data.DATABASE_WAIT_SECONDS,
      replicas: replicaSettings(data, workers),
    },
    images: imagesSettings(data),
    demoData: data.DEMO_DATA,
    maxResults: data.MAX_RESULTS,
    responseCacheMegabytes: data.ANSWER_CACHE_MEGABYTES,
    streams: {
      total: data.MAX_STREAMS,
      perAddress: data.MAX_STREAMS_ADDRESS,
      perUser: data.MAX_STREAMS_USER,
    },
    logDays: data.LOG_DAYS,
    pollIntervalMs: data.POLL_INTERVAL_MS,
    cdn: cdnSettings(data),
    introspection: data.INTROSPECTION,
    documents: documentsSettings(data),
    socialTalkType: data.TALK_TYPE_SOCIAL ?? (data.COMPATIBILITY === 'legacy' ? 'Social event' : 'Social'),
    policy: policyOf(data, limits),
    limits,
    venues: venueSettings(data),
    mail: mailSettings(data),
    spam: spamSettings(data),
    webhookAllow: data.WEBHOOK_ALLOW,
    webhookLimits: { owner: data.LIMIT_WEBHOOKS_OWNER, host: data.LIMIT_WEBHOOKS_HOST },
    productName: data.PRODUCT_NAME,
    trustedProxies: data.TRUST_PROXY,
    proxyHeader: data.TRUST_PROXY_HEADER,
    forwardedFrom: data.TRUST_FORWARDED_FROM,
    legacyCompatibility: data.COMPATIBILITY === 'legacy',
    choosesCompatibility: data.COMPATIBILITY !== undefined,
    legacySubmission: (data.EVENT_SUBMISSION ?? data.COMPATIBILITY) === 'legacy',
    deprecations: data.DEPRECATED_ROUTES,
    usageDays: data.USAGE_DAYS,
    secretKey: data.SECRET_KEY,
    logLevel: data.LOG_LEVEL,
    traces: tracesSettings(data),
  });
}

/** Conflicts between valid variables. */
const problemsOf = (data: Environment, production: boolean): string[] => [
  ...problemsOfWorkers(workersSettings(data, production)),
  ...problemsOfPassword(data),
  ...problemsOfMail(data),
  ...problemsOfReplicas(data),
  ...problemsOfImages(data),
  ...problemsOfCdn(data),
];

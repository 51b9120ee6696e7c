import * as z from 'zod';
import { postgresUrl, withPassword, type DataVariables } from './database.js';
import { wholeNumber } from './setting-schemas.js';

const replicaUrls = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(postgresUrl));

/** Streaming replicas of PostgreSQL that serve reads. */
export const replicasEnvironment = {
  DATABASE_REPLICA_URL: replicaUrls.optional().meta({
    unset: 'none',
    secret: true,
    values: 'URLs, separated by commas',
    description:
      'Streaming replicas of `DATABASE_URL` for reads. Each URL must lead to one server, never to a load balancer. May include the current primary, which is skipped, so that the list stays valid after a failover. `DATABASE_PASSWORD` applies to URLs without a password.',
  }),
  DATABASE_REPLICA_CONNECTIONS: wholeNumber(1, 500).default(10).meta({
    unit: 'connections',
    description:
      'Connections to each replica, divided equally among the workers, at least 1 each. In addition, each process uses two to watch the replica.',
  }),
  DATABASE_REPLICA_WAIT_MS: wholeNumber(0, 1_000).default(50).meta({
    unit: 'milliseconds',
    description:
      'Maximum time that a read waits for a replica to replay what the primary has committed. Then the primary serves it, and all reads for the next second.',
  }),
  READS_WITHOUT_PRIMARY: wholeNumber(0, 86_400).default(0).meta({
    unit: 'seconds',
    description:
      'How long replicas serve reads by themselves while the primary is unreachable; 0: reads respond with 503. Such responses may lack recent writes, also of deleted tokens, unless replication is synchronous. They carry `Cache-Control: no-store`. See [scale.md](scale.md).',
  }),
};

type ReplicaVariables = z.output<z.ZodObject<typeof replicasEnvironment>>;

export interface ReplicaSettings {
  readonly urls: readonly string[];
  /** Connections of this process to each replica. */
  readonly connections: number;
  readonly waitMs: number;
  /** 0: reads need the primary. */
  readonly secondsWithoutPrimary: number;
}

/** Maps the parsed variables to the settings; undefined without replicas. */
export function replicaSettings(
  variables: ReplicaVariables & Pick<DataVariables, 'DATABASE_PASSWORD'>,
  workers: number,
): ReplicaSettings | undefined {
  const { DATABASE_REPLICA_URL: urls, DATABASE_PASSWORD: password } = variables;
  if (!urls) return undefined;
  return {
    urls: urls.map((url) => withPassword(url, password) ?? url),
    connections: Math.max(1, Math.floor(variables.DATABASE_REPLICA_CONNECTIONS / workers)),
    waitMs: variables.DATABASE_REPLICA_WAIT_MS,
    secondsWithoutPrimary: variables.READS_WITHOUT_PRIMARY,
  };
}

/** Replicas of a server that is not configured, and an option that requires them. */
export function problemsOfReplicas({
  DATABASE_URL: url,
  DATABASE_REPLICA_URL: urls,
  READS_WITHOUT_PRIMARY: seconds,
}: ReplicaVariables & Pick<DataVariables, 'DATABASE_URL'>): string[] {
  return [
    ...(urls && url === undefined ? ['DATABASE_REPLICA_URL: requires DATABASE_URL, which is not set'] : []),
    ...(seconds > 0 && !urls ? ['READS_WITHOUT_PRIMARY: requires DATABASE_REPLICA_URL, which is not set'] : []),
  ];
}

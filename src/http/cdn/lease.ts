import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { statement, type Parameters, type Run } from '../../database/sql/statement.js';

/** Time without a renewal after which another process takes over, by the clock of the database. */
const LEASE_SECONDS = 3;

interface Holder {
  readonly task: string;
  readonly holder: string;
}

/** Read before `take`, so that processes without the lease do not write. */
const isTaken = statement(
  'lease of another process',
  ($: Parameters<Holder>) => sql<object>`
    select from leases where task = ${$.task} and holder <> ${$.holder}::uuid and expires_at > clock_timestamp()`,
);

const take = statement(
  'lease taken or renewed',
  ($: Parameters<Holder>) => sql<object>`
    insert into leases (task, holder, expires_at)
    values (${$.task}, ${$.holder}::uuid, clock_timestamp() + ${sql.raw(`interval '${LEASE_SECONDS} seconds'`)})
    on conflict (task) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where leases.holder = excluded.holder or leases.expires_at <= clock_timestamp()
    returning true`,
);

const release = statement(
  'lease released',
  ($: Parameters<Holder>) => sql<object>`delete from leases where task = ${$.task} and holder = ${$.holder}::uuid`,
);

/** A lease that at most one process holds, unless its holder was suspended for longer than the lease. */
export interface Lease {
  /** Takes, or renews, the lease if no other process holds it. */
  hold(): Promise<boolean>;
  /** Lets another process take the lease at once. */
  release(): Promise<void>;
}

export function createLease(run: Run, task: string): Lease {
  const holder = { task, holder: randomUUID() };
  return {
    hold: async () => (await run(isTaken, holder)).length === 0 && (await run(take, holder)).length === 1,
    release: async () => void (await run(release, holder)),
  };
}

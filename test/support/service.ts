import { createHash } from 'node:crypto';
import type { OpenDatabase } from '../../src/database/open.js';
import { openMail, type Letter, type SealedMail } from '../../src/adapters/mail/mail-queue.js';
import type { ComposedService, CompositionOptions } from '../../src/server/composition/composition-root.js';
import { Cleanup } from '../../src/server/composition/lifecycle.js';
import type { Clock } from '../../src/core/date/clock.js';
import { freshDatabase, type TestDatabase } from './database.js';
import { startInstance, type Instance } from './instance.js';
import { recordConfiguration } from './recording.js';
import { recordMails } from './recording-log.js';
import { startFront } from './scale/front.js';
import { note } from './scale/notes.js';
import { INSTANCES, scaledSettings, scaleOfRun } from './scale/setting.js';
import { unlimitedWrites } from './unlimited-writes.js';

/** The `SECRET_KEY` of all services that tests start. */
export const SECRET_KEY = 'the secret key of the services that tests start';

/** Encrypts what tests store, so that the service can decrypt it. */
export const KEY = createHash('sha256').update(SECRET_KEY).digest();

/**
 * A service over its own database, listening on a loopback port: requests use real HTTP. With `npm test -- --scale`,
 * these are two services behind haproxy, with their images in a bucket; a suite that sets `DATA_DIR` gets them in that
 * folder, which both share.
 */
export interface TestService {
  readonly database: TestDatabase;
  readonly base: string;
  /** The connections of the service itself; of the first one of several, like `samples`. */
  readonly pool: OpenDatabase['pool'];
  /** The metrics of the service. */
  readonly samples: ComposedService['samples'];
  /** The clock of the service; `compare` sets it. */
  readonly clock: Pick<Clock, 'compare'>;
  /** The messages queued since the last call, oldest first: no worker sends them here. */
  takeMail(): Promise<Letter[]>;
  /** The text of every SQL statement since the last call, except polls of the change feed. */
  takeStatements(): string[];
  /** Flushes counters in memory to the database: usage of routes, and of tokens. */
  writeUses(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the service through its composition root, without background work.
 *
 * @param environment variables of the configuration that differ from the defaults; writes of one user are not limited
 * @param options parts of the composition that differ from the service's
 */
export async function startService(
  environment: Record<string, string> = {},
  options: Pick<CompositionOptions, 'facade'> = {},
): Promise<TestService> {
  const database = await freshDatabase();
  const cleanup = new Cleanup();
  cleanup.add(() => database.drop());
  const scale = scaleOfRun();
  const scaled = scale && (await scaledSettings(scale, database.address));
  const store = scale && !('DATA_DIR' in environment) ? scale.store : {};
  const settings = { LOG_LEVEL: 'error', SECRET_KEY, ...unlimitedWrites, ...scaled, ...store, ...environment };
  recordConfiguration({ SECRET_KEY, ...environment });
  const instances: Instance[] = [];
  for (let place = 0; place < (scale ? INSTANCES : 1); place += 1) {
    const instance = await startInstance(database, settings, options);
    cleanup.add(() => instance.stop());
    if (scale) cleanup.add(async () => note(scale, place, await instance.samples()));
    instances.push(instance);
  }
  const [first] = instances as [Instance];
  const base = scale
    ? await startFront(
        instances.map((instance) => instance.base),
        cleanup,
      )
    : first.base;
  return {
    ...{ database, base, samples: first.samples, pool: first.pool },
    clock: {
      async compare(databaseTime) {
        for (const { clock } of instances) await clock.compare(databaseTime);
      },
    },
    async takeMail() {
      const { rows } = await database.pool.query<{ data: SealedMail }>(
        "with taken as (delete from pgboss.job where name = 'mail' returning *) select data from taken order by created_on, id",
      );
      return recordMails(rows.map(({ data }) => withoutOrigin(openMail(data, KEY))));
    },
    takeStatements: () => instances.flatMap(({ statements }) => statements.splice(0)),
    async writeUses() {
      for (const { adapters } of instances) await adapters.close();
    },
    stop: () => cleanup.run(),
  };
}

/** The origin of a test service differs in every run. */
function withoutOrigin(letter: Letter): Letter {
  const { origin, ...rest } = letter as Letter & { readonly origin?: string };
  if (origin !== undefined && !/^https?:\/\//.test(origin)) throw new Error(`The origin of a mail is ${origin}`);
  return rest as Letter;
}

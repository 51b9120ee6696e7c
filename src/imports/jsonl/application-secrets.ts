import { newCredentials, sealedCredentials } from '../../domain/application/client-credentials.js';
import { open } from '../../domain/secret-box.js';
import { OperatorError } from '../../operator-error.js';
import type { Batch } from './batches.js';

const COLUMN = 'consumer_secret_encrypted';

/** What becomes of the secrets of applications, which need the key of this deployment. */
export interface ApplicationSecrets {
  /** The applications with their secrets: their own, or new ones where the export has none. */
  readonly complete: (batch: Batch, columns: readonly string[]) => Batch & { readonly columns: readonly string[] };
  /** How many new ones there are. */
  readonly made: () => number;
  /** @throws OperatorError when none of those in the export can be opened */
  readonly check: () => void;
}

/** @param key 32 bytes, made of `SECRET_KEY` */
export function applicationSecrets(key: Buffer): ApplicationSecrets {
  let [made, opened, closed] = [0, 0, 0];
  return {
    complete(batch, columns) {
      if (columns.includes(COLUMN)) {
        const good = batch.rows.filter((row) => opens(String(row[COLUMN]), key)).length;
        opened += good;
        closed += batch.rows.length - good;
        return { ...batch, columns };
      }
      made += batch.rows.length;
      const newSecret = () => sealedCredentials(newCredentials(), key).consumerSecretEncrypted;
      return {
        ...batch,
        columns: [...columns, COLUMN],
        rows: batch.rows.map((row) => ({ ...row, [COLUMN]: newSecret() })),
      };
    },
    made: () => made,
    check() {
      if (closed === 0 || opened > 0) return;
      throw new OperatorError(
        'The secrets of applications were sealed with another SECRET_KEY: import with the one of the deployment that made ' +
          'the export. Nothing was changed.',
      );
    },
  };
}

function opens(sealed: string, key: Buffer): boolean {
  try {
    open(sealed, key);
    return true;
  } catch {
    // That it does not open is the answer.
    return false;
  }
}

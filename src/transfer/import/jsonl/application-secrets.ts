import { newCredentials, sealedCredentials } from '../../../core/application/client-credentials.js';
import { canUnseal } from '../../../core/common/secret-box.js';
import { OperatorError } from '../../../config/operator-error.js';
import type { Batch } from './lines.js';

const COLUMN = 'consumer_secret_encrypted';

/** Handles the secrets of applications, which depend on the key of the deployment. */
export interface ApplicationSecrets {
  /** Adds the secrets to application rows: their own, or new ones if the export has none. */
  readonly complete: (batch: Batch, columns: readonly string[]) => Batch & { readonly columns: readonly string[] };
  /** The number of new secrets. */
  readonly made: () => number;
  /** @throws OperatorError when none of the exported secrets can be decrypted */
  readonly check: () => void;
}

/** @param key 32 bytes, derived from `SECRET_KEY` */
export function applicationSecrets(key: Buffer): ApplicationSecrets {
  let [made, opened, closed] = [0, 0, 0];
  return {
    complete(batch, columns) {
      if (columns.includes(COLUMN)) {
        const good = batch.rows.filter((row) => canUnseal(String(row[COLUMN]), key)).length;
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
        'Application secrets are encrypted with another SECRET_KEY: import with the key of the deployment that made ' +
          'the export. Nothing was changed.',
      );
    },
  };
}

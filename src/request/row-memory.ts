import { fail, type DomainError } from '../errors.js';
import type { RowIntake } from '../reads/weighed-query.js';
import type { HeldRows } from './held-rows.js';
import { currentRequest } from './record.js';

const MEGABYTE = 2 ** 20;

/**
 * Bytes of rows, as PostgreSQL sends them. In memory they become up to four times as much: text with one wide character
 * has two bytes for each, and the answer holds it once more. A process has 512 MB for all that.
 */
const usual = { ofOne: 48 * MEGABYTE, ofAll: 64 * MEGABYTE, little: MEGABYTE };

export interface RowMemory {
  /** Weighs the rows of a statement for the request that runs it; undefined in background work, which reads little. */
  readonly begin: () => RowIntake | undefined;
  /** To be told of every request when it is over: what it held is free again. */
  readonly answered: (answered: { readonly rows: HeldRows | null }) => void;
}

/**
 * Keeps what all requests of a process hold of the database below what it has memory for: a request that reads too much
 * fails by itself, one that reads much while others do is put off. Those that read little always go on.
 */
export function createRowMemory({ ofOne, ofAll, little } = usual): RowMemory {
  let held = 0;
  const giveBack = (rows: HeldRows): void => {
    if (!rows.isOver || rows.statements > 0) return;
    held -= rows.bytes;
    rows.bytes = 0;
  };
  const refusalOf = (own: number, all: number): DomainError | undefined => {
    if (own > ofOne) return fail('TOO_LARGE', 'TOO_COSTLY');
    return all > ofAll && own > little ? fail('UNAVAILABLE', 'OVERLOADED') : undefined;
  };
  return {
    begin() {
      const rows = currentRequest()?.rows;
      if (!rows) return undefined;
      let refusal: DomainError | undefined;
      rows.statements += 1;
      return {
        takes(bytes) {
          refusal ??= refusalOf(rows.bytes + bytes, held + bytes);
          if (refusal) return false;
          rows.bytes += bytes;
          held += bytes;
          return true;
        },
        end() {
          rows.statements -= 1;
          giveBack(rows);
          if (refusal) throw refusal;
        },
      };
    },
    answered({ rows }) {
      if (!rows) return;
      rows.isOver = true;
      giveBack(rows);
    },
  };
}

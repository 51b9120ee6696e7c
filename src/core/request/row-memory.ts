import { fail, type DomainError } from '../errors.js';
import type { RowIntake } from '../../database/sql/weighed-query.js';
import { type HeldRows, currentRequest } from '../../telemetry/request/record.js';

const MEGABYTE = 2 ** 20;

/**
 * Limits on result bytes, as received from PostgreSQL. In memory they grow up to fourfold: V8 stores a string with one
 * non-Latin-1 character as two bytes per character, and the response contains the text again. A process has 512 MB.
 */
const usual = { ofOne: 48 * MEGABYTE, ofAll: 64 * MEGABYTE, little: MEGABYTE };

export interface RowMemory {
  /** Starts to count a statement's bytes for the current request; undefined in background work, which reads little. */
  readonly begin: () => RowIntake | undefined;
  /** Listener for completed requests: releases their bytes. */
  readonly answered: (answered: { readonly rows: HeldRows | null }) => void;
}

/**
 * Caps the result bytes buffered per request and per process. A request above its own limit fails with TOO_LARGE. Above
 * the process limit, requests that read more than `little` fail with UNAVAILABLE, and smaller ones continue.
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

import { domainError, type DomainError } from '../errors.js';
import type { ResultSizeMeter } from '../../database/sql/prepared-query.js';
import { type ResultSize, currentRequest } from '../../telemetry/request/request-record.js';

const MEGABYTE = 2 ** 20;

/**
 * Limits on result bytes, as received from PostgreSQL. In memory they grow up to fourfold: V8 stores a string with one
 * non-Latin-1 character as two bytes per character, and the response contains the text again. A process has 512 MB.
 */
const DEFAULT_LIMITS = { perRequest: 48 * MEGABYTE, perProcess: 64 * MEGABYTE, small: MEGABYTE };

export interface ResultSizeLimit {
  /** Starts to count a statement's bytes for the current request; undefined in background work, which reads little. */
  readonly begin: () => ResultSizeMeter | undefined;
  /** Listener for completed requests: releases their bytes. */
  readonly onCompleted: (request: { readonly resultSize: ResultSize | null }) => void;
}

/**
 * Caps the result bytes buffered per request and per process. A request above its own limit fails with TOO_LARGE. Above
 * the process limit, requests that read more than `small` fail with UNAVAILABLE, and smaller ones continue.
 */
export function createResultSizeLimit({ perRequest, perProcess, small } = DEFAULT_LIMITS): ResultSizeLimit {
  let buffered = 0;
  const release = (resultSize: ResultSize): void => {
    if (!resultSize.isCompleted || resultSize.statements > 0) return;
    buffered -= resultSize.bytes;
    resultSize.bytes = 0;
  };
  const errorFor = (requestBytes: number, processBytes: number): DomainError | undefined => {
    if (requestBytes > perRequest) return domainError('TOO_LARGE', 'TOO_COSTLY');
    return processBytes > perProcess && requestBytes > small ? domainError('UNAVAILABLE', 'OVERLOADED') : undefined;
  };
  return {
    begin() {
      const resultSize = currentRequest()?.resultSize;
      if (!resultSize) return undefined;
      let error: DomainError | undefined;
      resultSize.statements += 1;
      return {
        accepts(bytes) {
          error ??= errorFor(resultSize.bytes + bytes, buffered + bytes);
          if (error) return false;
          resultSize.bytes += bytes;
          buffered += bytes;
          return true;
        },
        end() {
          resultSize.statements -= 1;
          release(resultSize);
          if (error) throw error;
        },
      };
    },
    onCompleted({ resultSize }) {
      if (!resultSize) return;
      resultSize.isCompleted = true;
      release(resultSize);
    },
  };
}

import type { ErrorCode, Reason } from '../src/core/errors.js';
import { sentences } from './errors.js';
import { formOf, plainForm, type Form } from './read/form.js';
import { readTarget } from './read/target.js';
import { Refusal } from './refusal.js';
import { writeError, type WireReply } from './reply.js';

/** The parts of a request that determine the format of an error response. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly accept: string | undefined;
  readonly origin: string | null;
  readonly productName: string;
  readonly requestId: string;
}

/** An error raised outside the dispatcher. */
interface Fault {
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: Reason;
}

/** Writes the error response in the format that the request negotiated. */
export function writeFault(asked: Asked, { status, code, reason }: Fault): WireReply {
  return writeError({ status, sentence: sentences[reason], code, problems: [{ reason }] }, formFor(asked));
}

function formFor({ url, origin, productName, ...asked }: Asked): Form {
  try {
    return formOf(asked, { ...readTarget(url), origin, productName });
  } catch (error) {
    // The original error takes precedence over an invalid JSONP callback.
    if (error instanceof Refusal) return plainForm;
    throw error;
  }
}

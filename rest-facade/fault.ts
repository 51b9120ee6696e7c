import type { ErrorCode, Reason } from '../src/errors.js';
import { sentences } from './errors.js';
import { formOf, plainForm, type Form } from './read/form.js';
import { readTarget } from './read/target.js';
import { Refusal } from './refusal.js';
import { writeError, type WireReply } from './reply.js';

/** What the fault of a request came from. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly accept: string | undefined;
  readonly origin: string | null;
  readonly productName: string;
  readonly requestId: string;
}

/** What went wrong outside the dispatcher. */
interface Fault {
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: Reason;
}

/** What is said of a fault, in the form that the request asked for. */
export function writeFault(asked: Asked, { status, code, reason }: Fault): WireReply {
  return writeError({ status, sentence: sentences[reason], code, problems: [{ reason }] }, formFor(asked));
}

function formFor({ url, origin, productName, ...asked }: Asked): Form {
  try {
    return formOf(asked, { ...readTarget(url), origin, productName });
  } catch (error) {
    // The fault came first: a callback that cannot be read is not told of as well.
    if (error instanceof Refusal) return plainForm;
    throw error;
  }
}

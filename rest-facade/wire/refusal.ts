import type { ErrorCode } from '../../src/core/errors.js';
import { HttpError } from '../../src/http/http-error.js';

/** Reasons for which the facade itself refuses a request, before or after execution: HTTP status and error code. */
const reasons = {
  AUTHORIZATION_UNREADABLE: { status: 400, code: 'INVALID' },
  CALLBACK_UNREADABLE: { status: 400, code: 'INVALID' },
  HOST_UNKNOWN: { status: 400, code: 'INVALID' },
  VERSION_RETIRED: { status: 400, code: 'INVALID' },
  VERSION_MISSING: { status: 404, code: 'NOT_FOUND' },
  PATH_UNKNOWN: { status: 404, code: 'NOT_FOUND' },
  RECORD_UNKNOWN: { status: 404, code: 'NOT_FOUND' },
  METHOD_UNSUPPORTED: { status: 405, code: 'NOT_SUPPORTED' },
  PARAMETER_UNREADABLE: { status: 400, code: 'INVALID' },
  TALK_TYPE_UNKNOWN: { status: 400, code: 'INVALID' },
  PRIVATE_UNSUPPORTED: { status: 400, code: 'INVALID' },
  FIELD_REQUIRED: { status: 400, code: 'INVALID' },
  GRANT_UNKNOWN: { status: 400, code: 'INVALID' },
  BODY_UNREADABLE: { status: 400, code: 'INVALID' },
  BODY_TYPE_UNSUPPORTED: { status: 415, code: 'INVALID' },
  NOT_OFFERED: { status: 501, code: 'NOT_SUPPORTED' },
} as const satisfies Record<string, { status: number; code: ErrorCode }>;

/** An error that the facade raises itself, with a v2.1 message. */
export class Refusal extends HttpError {
  override readonly name = 'Refusal';
  override readonly sentence: string;
  readonly problems: readonly { reason: keyof typeof reasons }[];

  /**
   * @param sentence message from the contract
   * @param route display name of the row that refuses every request
   */
  constructor(
    override readonly reason: keyof typeof reasons,
    sentence: string,
    headers: Readonly<Record<string, string>> = {},
    cause?: unknown,
    route?: string,
  ) {
    const { status, code } = reasons[reason];
    super(status, code, reason, headers, { sentence, route, cause });
    this.sentence = sentence;
    this.problems = [{ reason }];
  }
}

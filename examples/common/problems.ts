/** A GraphQL error of the service (`ErrorCode` and `ErrorReason` in the schema). */
interface ServiceError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

interface Problem {
  readonly reason: string;
}

/** Words for the reasons that users of these pages meet; the service words all others. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['LOGIN_REQUIRED', 'Please log in again.'],
  ['FIELD_REQUIRED', 'Please write a comment and choose a rating.'],
  ['COMMENT_DUPLICATE', 'You have already posted this comment.'],
  ['IMAGE_NOT_SQUARE', 'The image must be square.'],
  ['IMAGE_TYPE', 'The file is not a PNG, JPEG or GIF image.'],
  ['IMAGE_UNREADABLE', 'The image file is damaged.'],
  ['IMAGE_TOO_SMALL', 'The image must have at least 140 × 140 pixels.'],
]);

/** What to tell the user about the errors of an operation. */
export function sentenceOf(errors: readonly ServiceError[]): string {
  const [first] = errors;
  const [problem] = (first?.extensions?.['problems'] ?? []) as readonly Problem[];
  return sentences.get(problem?.reason ?? '') ?? first?.message ?? 'The service could not be reached.';
}

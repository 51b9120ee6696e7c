import { ask, GraphFailure, type Failure, type Graph } from './graph.js';
import { CommentOnTalkDocument, type CommentOnTalkInput, type ErrorCode } from './operations.generated.js';

/** Messages for errors that concern the form as a whole. */
const advice: Partial<Record<ErrorCode, (failure: Failure) => string>> = {
  UNAUTHENTICATED: () => 'Please log in first.',
  NOT_FOUND: () => 'This talk no longer exists.',
  DUPLICATE: () => 'You have already posted this comment.',
  RATE_LIMITED: ({ retryAfter = 60 }) => `Please try again in ${retryAfter} seconds.`,
  UNAVAILABLE: ({ retryAfter = 5 }) => `Please try again in ${retryAfter} seconds.`,
};

/** Sends a comment and returns the errors to show in the form: none on success. */
export async function comment(graph: Graph, input: CommentOnTalkInput): Promise<Readonly<Record<string, string>>> {
  try {
    await ask(graph, CommentOnTalkDocument, { input });
    return {};
  } catch (error) {
    if (!(error instanceof GraphFailure)) throw error;
    const { failure, message } = error;
    if (failure.code !== 'INVALID') return { form: advice[failure.code]?.(failure) ?? message };
    return Object.fromEntries(failure.problems.map(({ field = 'form', reason }) => [field, reason]));
  }
}

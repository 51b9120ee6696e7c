import { createLiveClient, subscribeLive } from './live-client.js';

const FOLLOW = `subscription FollowTalk($talkId: ID!, $after: String) {
  talkFeedback(talkId: $talkId, after: $after) {
    cursor
    isIncomplete
    commentCount
    ratings { average count }
    comments { id text rating }
    removedCommentIds
  }
}`;

interface Message {
  readonly cursor: string;
  readonly isIncomplete: boolean;
  readonly commentCount: number;
  readonly comments: readonly { readonly id: string; readonly text: string }[];
}

/**
 * Follows a talk until it is deleted: each connection resumes after the last message.
 *
 * @throws Error with the message of the service, such as for an unknown talk
 */
export async function followTalk(
  base: string,
  talkId: string,
  onMessage: (message: Message) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = createLiveClient(base);
  await new Promise<void>((resolve, reject) => {
    const stop = subscribeLive<{ talkFeedback: Message }>(
      client,
      { query: FOLLOW, variables: { talkId } },
      {
        next({ data, errors }) {
          const problem = errors?.[0];
          if (problem) reject(new Error(problem.message));
          if (data) onMessage(data.talkFeedback);
        },
        error: reject,
        complete: resolve,
      },
    );
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

import { createClient } from 'graphql-sse';

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
  let after: string | null = null;
  while (!signal.aborted) {
    const client = createClient({ url: `${base}/graphql`, retryAttempts: 0 });
    signal.addEventListener('abort', () => client.dispose(), { once: true });
    let problem: string | undefined;
    try {
      for await (const { data, errors } of client.iterate<{ talkFeedback: Message }>({
        query: FOLLOW,
        variables: { talkId, after },
      })) {
        problem = errors?.[0]?.message;
        if (!data) continue;
        after = data.talkFeedback.cursor;
        onMessage(data.talkFeedback);
      }
    } catch {
      // The connection was lost.
      await new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 1_000));
      continue;
    }
    // The service has ended the subscription.
    if (problem !== undefined) throw new Error(problem);
    return;
  }
}

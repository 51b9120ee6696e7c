/** What mail programs sort feedback by. */
export interface Conversation {
  /** `List-Id` (RFC 2919), without `<` and `>`: constant for a talk, and with a common end for all talks. */
  readonly list: string;
  /** ID of a message that never existed, to which all messages about a talk reply; undefined for several talks. */
  readonly root: string | undefined;
}

/**
 * The conversation of feedback on a talk. Its messages have no first one that every speaker has received.
 *
 * @param talk the stub of the talk, which never changes; undefined for several talks
 * @param host the domain of the sender
 */
export function conversationOf(talk: string | undefined, host: string): Conversation {
  const list = `feedback.${host}`;
  return talk === undefined
    ? { list, root: undefined }
    : { list: `talk-${talk}.${list}`, root: `talk-${talk}.feedback@${host}` };
}

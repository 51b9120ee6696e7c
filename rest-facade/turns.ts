import pLimit from 'p-limit';
import type { Paging } from './read/paging.js';
import type { WireReply } from './reply.js';

/** Larger pages use megabytes of memory while they are serialized. */
const MANY = 1_000;

type Answer = () => Promise<WireReply>;

/**
 * Serializes large pages one at a time, to limit memory. Queued responses are held as bytes, which take half the memory
 * of a two-byte string.
 */
export function createTurns(): (paging: Paging, answer: Answer) => Answer {
  const oneAtATime = pLimit(1);
  const inBytes = async (answer: Answer): Promise<WireReply> => {
    const { body, ...reply } = await answer();
    return { ...reply, body: typeof body === 'string' ? Buffer.from(body) : body };
  };
  return (paging, answer) => (paging.limit > MANY ? () => oneAtATime(inBytes, answer) : answer);
}

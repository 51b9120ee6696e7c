import pLimit from 'p-limit';
import type { Paging } from './read/paging.js';
import type { WireReply } from './reply.js';

/** More records than this weigh megabytes while they are put together. */
const MANY = 1_000;

type Answer = () => Promise<WireReply>;

/**
 * Has answers of many records put together one after the other: ten at once would take ten times the memory. What then
 * waits to be sent are bytes, half of what the text takes.
 */
export function createTurns(): (paging: Paging, answer: Answer) => Answer {
  const oneAtATime = pLimit(1);
  const inBytes = async (answer: Answer): Promise<WireReply> => {
    const { body, ...reply } = await answer();
    return { ...reply, body: typeof body === 'string' ? Buffer.from(body) : body };
  };
  return (paging, answer) => (paging.limit > MANY ? () => oneAtATime(inBytes, answer) : answer);
}

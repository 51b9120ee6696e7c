import { OperatorError } from '../../../config/operator-error.js';

/** A line of the input and its number, counted from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/**
 * Splits a stream into lines, without line breaks and empty lines. (readline would also split at U+2028, which JSON
 * allows.)
 *
 * @throws OperatorError when the input is not UTF-8, such as a compressed file
 */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Line, undefined> {
  const decode = strictDecoder();
  let number = 0;
  let begun = '';
  const ended = (texts: readonly string[]): Line[] =>
    texts.map((text) => ({ number: ++number, text })).filter(({ text }) => text.trim() !== '');
  for await (const chunk of input) {
    const texts = (begun + decode(chunk)).split('\n');
    begun = texts.pop() ?? '';
    yield* ended(texts);
  }
  yield* ended([begun + decode()]);
}

/** Decodes a stream chunk by chunk; call without an argument at the end. */
function strictDecoder(): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new OperatorError('The input is not UTF-8, so it is not a Lectern export: is it still compressed?', {
        cause,
      });
    }
  };
}

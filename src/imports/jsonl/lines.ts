import { OperatorError } from '../../operator-error.js';

/** A line of an import, and which one it is, from 1 on. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a stream, without their ends; empty ones are left out. (readline would break lines at U+2028 too, which
 * JSON may hold.)
 *
 * @throws OperatorError when it is not UTF-8, as what is packed is not
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

/** Takes a stream piece by piece, and nothing at its end. */
function strictDecoder(): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new OperatorError('This is no text in UTF-8, and so no export of Lectern: is it still packed?', { cause });
    }
  };
}

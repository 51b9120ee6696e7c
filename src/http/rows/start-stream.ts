/**
 * Reads the first part of a text before the headers are sent, so that an unavailable database returns an error status.
 *
 * @param end called once, after the last part or when the client has disconnected
 */
export async function startStream<Part extends string | Buffer>(
  text: AsyncGenerator<Part>,
  end: () => void = () => undefined,
): Promise<AsyncGenerator<Part | ''>> {
  const stream = (async function* () {
    try {
      const first = await text.next();
      yield '' as const;
      if (first.done !== true) yield first.value;
      yield* text;
    } finally {
      await text.return(undefined);
      end();
    }
  })();
  // Up to the empty part: a generator that has not begun would end without its `finally`.
  await stream.next();
  return stream;
}

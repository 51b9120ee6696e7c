/** The bytes of characters beyond ASCII in windows-1252, which MySQL calls latin1. It leaves some bytes as they are. */
const bytesOf = new Map(
  Array.from({ length: 128 }, (_, index) => index + 128).flatMap((byte) => [
    [String.fromCharCode(byte), byte] as const,
    [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const,
  ]),
);
const RUN = new RegExp(`[${[...bytesOf.keys()].join('')}]{2,}`, 'gu');
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Whether a text contains UTF-8 that was read as latin1 and encoded again, such as `Ã¼` for `ü`. A text that was typed so
 * is rare: each of its characters beyond ASCII would have to form valid UTF-8 with its neighbours.
 */
export function isDoubleEncoded(text: string): boolean {
  return (text.match(RUN) ?? []).some((run) => {
    const bytes = Uint8Array.from([...run].map((character) => bytesOf.get(character) ?? 0));
    try {
      return utf8.decode(bytes) !== '';
    } catch {
      return false;
    }
  });
}

/**
 * The same bytes in memory that is theirs alone, for whoever keeps them: Node cuts short buffers out of one of 64 kB, which
 * lives for as long as any of them does.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

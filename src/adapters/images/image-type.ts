export type ImageExtension = 'png' | 'jpg' | 'gif';

export interface ImageType {
  readonly extension: ImageExtension;
  readonly contentType: string;
  /** The format name in sharp. */
  readonly format: 'png' | 'jpeg' | 'gif';
}

const types: readonly (ImageType & { readonly signatures: readonly string[] })[] = [
  { extension: 'png', contentType: 'image/png', format: 'png', signatures: ['\x89PNG\r\n\x1a\n'] },
  { extension: 'jpg', contentType: 'image/jpeg', format: 'jpeg', signatures: ['\xff\xd8\xff'] },
  { extension: 'gif', contentType: 'image/gif', format: 'gif', signatures: ['GIF87a', 'GIF89a'] },
];
const LONGEST_SIGNATURE = 8;

/**
 * Detects the type from the file signature. Ignores the client's file name and Content-Type, so that no decoder sees
 * any other format.
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.subarray(0, LONGEST_SIGNATURE)).toString('latin1');
  return types.find(({ signatures }) => signatures.some((signature) => start.startsWith(signature)));
}

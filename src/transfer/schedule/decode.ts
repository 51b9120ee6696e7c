import { unreadable } from './formats/problems.js';

/** Encodings of files that are read. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/** U+0000 and the bytes without a character in Windows-1252: files that have them are in another encoding. */
const UNASSIGNED: ReadonlySet<number> = new Set([0x00, 0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, and Windows-1252, in which spreadsheets write CSV by default.
 *
 * @throws UnreadableSchedule for other encodings, also for UTF-8 with single invalid bytes
 */
export function decode(bytes: Uint8Array): DecodedText {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return { encoding: 'UTF-16', text: decodeAs(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be', bytes) };
  try {
    return { encoding: 'UTF-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    if (bytes.some((byte) => UNASSIGNED.has(byte)) || hasUtf8(bytes)) throw notDecodable();
    return { encoding: 'Windows-1252', text: decodeAs('windows-1252', bytes) };
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw notDecodable();
  }
}

/** Whether as many characters of UTF-8 as invalid bytes follow ASCII: a file in UTF-8 with a fault. */
function hasUtf8(bytes: Uint8Array): boolean {
  let [characters, invalid] = [0, 0];
  for (const character of new TextDecoder().decode(bytes)) {
    if (character === '\ufffd') invalid += 1;
    else if (character > '\u007f') characters += 1;
  }
  return characters >= invalid;
}

const notDecodable = () =>
  unreadable('FILE_UNREADABLE', 'neither UTF-8 nor UTF-16 nor Windows-1252: save or export it as UTF-8');

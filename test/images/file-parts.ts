/** The distinct parts of a file, by their names in its format; `after the end` for trailing data. */
export const partsOf: Record<'png' | 'jpg' | 'gif', (file: Buffer) => string[]> = { png, jpg, gif };

const AFTER = 'after the end';
const once = (parts: string[]): string[] => [...new Set(parts)].sort();

function png(file: Buffer): string[] {
  const parts: string[] = [];
  let at = 8;
  while (at < file.length && parts.at(-1) !== 'IEND') {
    parts.push(file.toString('latin1', at + 4, at + 8));
    at += 12 + file.readUInt32BE(at);
  }
  return once(at === file.length ? parts : [...parts, AFTER]);
}

function jpg(file: Buffer): string[] {
  const parts: string[] = [];
  let at = 2;
  while (file[at + 1] !== 0xd9) {
    const marker = file[at + 1]!;
    parts.push(marker >= 0xe0 && marker <= 0xef ? `APP${marker - 0xe0} ${word(file, at + 4)}` : marker.toString(16));
    at += 2 + file.readUInt16BE(at + 2);
    // A scan header is followed by data, in which ff is followed by 00 or by a restart marker.
    if (marker === 0xda) while (file[at] !== 0xff || file[at + 1] === 0 || (file[at + 1]! & 0xf8) === 0xd0) at++;
  }
  return once(at + 2 === file.length ? parts : [...parts, AFTER]);
}

function gif(file: Buffer): string[] {
  const parts: string[] = [];
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const skipBlocks = (from: number): number => {
    let next = from;
    while (file[next] !== 0) next += 1 + file[next]!;
    return next + 1;
  };
  let at = 13 + tableBytes(file[10]!);
  while (file[at] !== 0x3b) {
    const extension = file[at] === 0x21;
    parts.push(extension ? `extension ${file[at + 1]!.toString(16)}` : 'frame');
    at = skipBlocks(extension ? at + 2 : at + 11 + tableBytes(file[at + 9]!));
  }
  const frames = parts.filter((part) => part === 'frame').length;
  return [...once([...parts, ...(at + 1 === file.length ? [] : [AFTER])]), `${frames} in all`];
}

function word(file: Buffer, at: number): string {
  return file.toString('latin1', at, file.indexOf(0, at));
}

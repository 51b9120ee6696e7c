/** Kinds of files that people upload, but that are no schedule, by their first characters. */
const kinds: readonly (readonly [beginning: RegExp, kind: string])[] = [
  [/^PK\u0003\u0004/, 'a spreadsheet or another ZIP archive: save the sheet with the talks as CSV'],
  [/^\u00d0\u00cf\u0011\u00e0/, 'a spreadsheet or another document of Office: save the sheet with the talks as CSV'],
  [/^%PDF/, 'a PDF'],
  [/^\u001f\u008b/, 'compressed: unpack it'],
  [/^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html)[\s>]/i, 'a web page'],
  [/^(?:\u00ef\u00bb\u00bf)?\s*(?:#.*\s+)*(?:---\s|- *[\r\n]|- *\{|(?:- +)?"?[\w-]+"?:(?: .*)?[\r\n])/, 'YAML'],
];

/** Of a file, in bytes. */
const BEGINNING = 1_000;

/** The kind of a file that is no schedule, in words; undefined for any other. */
export function otherKind(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1');
  return kinds.find(([pattern]) => pattern.test(beginning))?.[1];
}

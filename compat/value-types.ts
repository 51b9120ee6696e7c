/** Type of a member's value (contract §1.5, §1.8). */
interface ValueType {
  readonly holds: (value: unknown) => boolean;
  readonly words: string;
}

const isText = (value: unknown) => typeof value === 'string';
const oneOf = (...words: readonly string[]): ValueType => ({
  holds: (value) => isText(value) && words.includes(value),
  words: `one of ${words.join(', ')}`,
});
const matching = (pattern: RegExp, words: string): ValueType => ({
  holds: (value) => isText(value) && pattern.test(value),
  words,
});

/** Clients parse dates strictly: no fractions, never `Z`. */
const DATE = /^\d{4}-(0\d|1[0-2])-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d[+-][01]\d:[0-5]\d$/;

const types: Readonly<Record<string, ValueType>> = {
  text: { holds: isText, words: 'a string' },
  integer: { holds: Number.isSafeInteger, words: 'an integer' },
  number: { holds: Number.isFinite, words: 'a number' },
  flag: { holds: (value) => value === 0 || value === 1, words: 'the number 0 or 1' },
  boolean: { holds: (value) => typeof value === 'boolean', words: 'true or false' },
  date: matching(DATE, 'YYYY-MM-DDThh:mm:ss±hh:mm'),
  address: matching(/^https?:\/\/[^/\s]+\/\S+$/, 'an absolute URL'),
  hash: matching(/^[0-9a-f]{32}$/, 'an MD5 hash in hexadecimal'),
  list: { holds: Array.isArray, words: 'an array' },
  texts: { holds: (value) => Array.isArray(value) && value.every(isText), words: 'an array of strings' },
  object: { holds: isObject, words: 'an object' },
  'talk type': oneOf('Talk', 'Keynote', 'Workshop', 'Social', 'Event related'),
  'image type': oneOf('orig', 'small'),
  'link type': oneOf('slides_link', 'video_link', 'audio_link', 'code_link', 'joindin_link'),
};

/** @param name name of a type above, with a suffix `?` if null is allowed */
export function typeNamed(name: string): ValueType {
  const optional = name.endsWith('?');
  const type = types[optional ? name.slice(0, -1) : name];
  if (!type) throw new Error(`Unknown type "${name}"`);
  return optional ? { holds: (value) => value === null || type.holds(value), words: `${type.words}, or null` } : type;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

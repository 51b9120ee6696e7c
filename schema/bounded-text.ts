import { fail } from '../src/errors.js';

/** @throws DomainError INVALID when the text has more than `most` characters */
export function boundedText(text: string, most: number, field: string): string {
  if (text.length > most) throw fail('INVALID', 'TEXT_TOO_LONG', field, most);
  return text;
}

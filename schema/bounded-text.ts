import { fail } from '../src/core/errors.js';

/** @throws DomainError INVALID if the text exceeds `most` characters */
export function boundedText(text: string, most: number, field: string): string {
  if (text.length > most) throw fail('INVALID', 'TEXT_TOO_LONG', field, most);
  return text;
}

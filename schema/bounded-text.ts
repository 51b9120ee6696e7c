import { domainError } from '../src/core/errors.js';

/** @throws DomainError INVALID if the text exceeds `most` characters */
export function boundedText(text: string, maxLength: number, field: string): string {
  if (text.length > maxLength) throw domainError('INVALID', 'TEXT_TOO_LONG', field, maxLength);
  return text;
}

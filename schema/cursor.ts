import { fail } from '../src/core/errors.js';
import { signatureOf } from '../src/core/reads/order.js';

/** Encodes the order's signature and a record's sort-key values as base64url of a JSON array of strings. */
export function writeCursor(record: object, fields: readonly string[]): string {
  const values = fields.map((field) => String(Reflect.get(record, field)));
  return Buffer.from(JSON.stringify([signatureOf(fields), ...values])).toString('base64url');
}

/** @throws DomainError INVALID if the text is not a cursor of this service */
export function readCursor(cursor: string): readonly string[] {
  const values = parse(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(values) || values.length < 1 || !values.every((value) => typeof value === 'string')) {
    throw fail('INVALID', 'CURSOR_UNREADABLE');
  }
  return values;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

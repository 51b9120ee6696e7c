import { openCursor, sealCursor } from '../src/core/common/sealed-cursor.js';
import type { Context } from '../src/core/context.js';
import { domainError } from '../src/core/errors.js';
import { SEALED, signatureOf } from '../src/core/reads/order.js';
import type { Connection } from '../src/core/reads/connection.js';

/**
 * Encodes the order's signature and a record's sort-key values as base64url of a JSON array of strings, which is encrypted
 * if a value is not to be shown.
 */
export function encodeCursor(
  record: object,
  { cursorFields, isSealed, list = '' }: Pick<Connection<object>, 'cursorFields' | 'isSealed' | 'list'>,
  { services }: Pick<Context, 'services'>,
): string {
  const values = cursorFields.map((field) => String(Reflect.get(record, field)));
  const text = JSON.stringify([signatureOf(cursorFields, isSealed), ...values]);
  return isSealed ? sealCursor(text, services.secretKey, list) : Buffer.from(text).toString('base64url');
}

/**
 * Decodes a cursor to the signature of its order and the values of the sort keys.
 *
 * @param secretKey of sealed cursors, if the list has such
 * @param list as of `sealCursor`
 * @throws DomainError INVALID if the text is not a cursor of this service
 */
export function decodeCursor(cursor: string, secretKey: Buffer | undefined, list = ''): readonly string[] {
  const sealed = secretKey && openCursor(cursor, secretKey, list);
  const values = parse(sealed ?? Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(values) || values.length < 1 || !values.every((value) => typeof value === 'string')) {
    throw domainError('INVALID', 'CURSOR_UNREADABLE');
  }
  if (sealed == null && values[0]?.startsWith(`${SEALED} `)) throw domainError('INVALID', 'CURSOR_UNREADABLE');
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

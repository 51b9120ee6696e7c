import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = String(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const encrypted = String(
  rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'word' }),
);
const ed25519 = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const domain = { MAIL_DKIM_DOMAIN: 'lectern.example', MAIL_DKIM_SELECTOR: 'mail' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-dkim-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the key of DKIM', () => {
  it('is a text, or the content of a file', () => {
    const path = join(folder, 'key.pem');
    writeFileSync(path, pem);
    const dkim = { domainName: 'lectern.example', keySelector: 'mail' };

    expect(readConfig({ ...domain, MAIL_DKIM_KEY: pem }).mail.dkim).toEqual({ ...dkim, privateKey: pem });
    expect(readConfig({ ...domain, MAIL_DKIM_KEY_FILE: path }).mail.dkim).toEqual({
      ...dkim,
      privateKey: pem.trimEnd(),
    });
  });

  it.each([
    ['a path', '/run/secrets/dkim.pem'],
    ['without its line breaks', pem.replaceAll('\n', '\\n')],
    ['encrypted', encrypted],
    ['of another kind', ed25519],
    ['public', String(rsa.publicKey.export({ type: 'spki', format: 'pem' }))],
  ])('is refused if it is %s, without its value', (_, key) => {
    expect(() => readConfig({ ...domain, MAIL_DKIM_KEY: key })).toThrow(
      /: MAIL_DKIM_KEY: must be an RSA private key in PEM format\.$/,
    );
  });

  it('is required by the other variables', () => {
    expect(() => readConfig(domain)).toThrow('MAIL_DKIM_KEY: must be set together with the other variables of DKIM');
    expect(readConfig({}).mail.dkim).toBeUndefined();
  });
});

import { describe, expect, it } from '@jest/globals';
import { unseal, seal } from '../../src/core/common/secret-box.js';

const secretKey = Buffer.alloc(32, 7);

describe('the secret box', () => {
  it('decrypts with its key, and encrypts differently each time', () => {
    const [one, other] = [seal('schlüssel', secretKey), seal('schlüssel', secretKey)];
    expect(one).toMatch(/^v1\.[\w-]+$/);
    expect(one).not.toBe(other);
    expect([unseal(one, secretKey), unseal(other, secretKey)]).toEqual(['schlüssel', 'schlüssel']);
  });

  it('rejects another key, a modified text, another format and a short key', () => {
    const sealed = seal('secret', secretKey);
    const unreadable = 'Failed to decrypt the stored secret: start with the SECRET_KEY that sealed it.';
    expect(() => unseal(sealed, Buffer.alloc(32, 8))).toThrow(unreadable);
    const changed = `${sealed.slice(0, 10)}${sealed[10] === 'A' ? 'B' : 'A'}${sealed.slice(11)}`;
    expect(() => unseal(changed, secretKey)).toThrow(unreadable);
    expect(() => unseal('v2.abc', secretKey)).toThrow('Stored secret is not of the form v1.<base64url>: set it again.');
    expect(() => seal('x', Buffer.alloc(16))).toThrow('The secret key must have 32 bytes, not 16.');
  });
});

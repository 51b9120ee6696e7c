import { describe, expect, it } from '@jest/globals';
import { open, seal } from '../../src/domain/secret-box.js';

const secretKey = Buffer.alloc(32, 7);

describe('the secret box', () => {
  it('opens with its key what it sealed, differently each time', () => {
    const [one, other] = [seal('schlüssel', secretKey), seal('schlüssel', secretKey)];
    expect(one).toMatch(/^v1\.[\w-]+$/);
    expect(one).not.toBe(other);
    expect([open(one, secretKey), open(other, secretKey)]).toEqual(['schlüssel', 'schlüssel']);
  });

  it('refuses another key, a changed text, another form and a short key', () => {
    const sealed = seal('secret', secretKey);
    const unreadable = 'The stored secret cannot be read: start with the SECRET_KEY it was sealed with.';
    expect(() => open(sealed, Buffer.alloc(32, 8))).toThrow(unreadable);
    const changed = `${sealed.slice(0, 10)}${sealed[10] === 'A' ? 'B' : 'A'}${sealed.slice(11)}`;
    expect(() => open(changed, secretKey)).toThrow(unreadable);
    expect(() => open('v2.abc', secretKey)).toThrow(
      'The stored secret is not in the form v1.<base64url>: set it anew.',
    );
    expect(() => seal('x', Buffer.alloc(16))).toThrow('Give a secret key of 32 bytes, not 16.');
  });
});

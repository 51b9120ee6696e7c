import { describe, expect, it } from '@jest/globals';
import { commentDigest } from '../../src/core/comment/comment-input.js';

describe('the digest of a comment (contract §3.6)', () => {
  it('ignores only case and accents', () => {
    expect(commentDigest('ÉLAN vital')).toBe(commentDigest('elan VITAL'));
    expect(commentDigest('はか')).not.toBe(commentDigest('ばか'));
    expect(commentDigest('a b')).not.toBe(commentDigest('a  b'));
    expect(commentDigest('x')).toMatch(/^[0-9a-f]{32}$/);
  });
});

import { expect, it } from '@jest/globals';
import { refuseHeavyJson } from '../../src/http/json-body.js';

const deep = '['.repeat(200);

it.each([
  ['brackets', deep, true],
  ['brackets behind an empty string', `""${deep}`, true],
  ['brackets in a string', `"${deep}"`, false],
  ['brackets in an unterminated string', `"${deep}`, false],
  ['brackets behind an escaped quote', `"\\"${deep}"`, false],
  ['brackets behind a string that ends with an escaped backslash', `"\\\\"${deep}`, true],
  ['brackets behind an escaped backslash and an escaped quote', `"\\\\\\"${deep}"`, false],
])('%s', (_, json, isRejected) => {
  const check = () => refuseHeavyJson({ 'content-type': 'application/json' }, Buffer.from(json));
  if (isRejected) expect(check).toThrow();
  else expect(check).not.toThrow();
});

import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { createStoredPolicies } from '../../src/server/app/stored-policy.js';

const policyOf = createStoredPolicies([
  parse('query Share($secret: String!) { sharedFeedback(secret: $secret) { id } }'),
  parse('query Event($id: ID!) { event(id: $id) { id } }'),
]);

describe('A stored operation', () => {
  it('is not cached if it reads shared feedback, whose expiry and revocation change no other record', () => {
    expect(policyOf('Share', '{"secret":"lec_x"}').cache).toBeNull();
    expect(policyOf('Event', '{"id":"1"}').cache).not.toBeNull();
  });
});

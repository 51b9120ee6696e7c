import type { IssueTokenInput } from '../operations/documents.generated.js';
import { Refusal } from '../refusal.js';
import type { WireRequest } from '../request.js';

/**
 * Reads a token request (contract §2.2).
 *
 * @throws Refusal 400 in the order of the contract, before any credential is verified
 */
export function issueTokenInput({ fields }: WireRequest): IssueTokenInput {
  const [grant, username, password] = ['grant_type', 'username', 'password'].map((name) => fields.text(name));
  if (!grant) throw new Refusal('FIELD_REQUIRED', 'The field "grant_type" is required');
  if (!username || !password) {
    throw new Refusal('FIELD_REQUIRED', 'The fields "username" and "password" are both required');
  }
  if (grant !== 'password') throw new Refusal('GRANT_UNKNOWN', 'Grant type not recognised');
  return { username, password, clientId: fields.text('client_id'), clientSecret: fields.text('client_secret') };
}

import { isCallbackAddress } from './callback-address.js';
import { LONG_TEXT, Validation } from '../validation.js';

const LONGEST_NAME = 255;
const LONGEST_CALLBACK = 500;

/** An application as its owner describes it (contract §2.4). */
export interface ApplicationInput {
  readonly name: string;
  readonly description: string;
  /** Undefined: none is said; null or empty: there is none. */
  readonly callbackUrl?: string | null | undefined;
}

/**
 * What to store of a description, its problems in the order of the contract.
 *
 * @throws DomainError INVALID
 */
export function applicationFields(
  { name, description, callbackUrl }: ApplicationInput,
  callback: 'required' | 'optional',
) {
  const validation = new Validation();
  const fields = {
    name: validation.required('name', name, LONGEST_NAME),
    description: validation.required('description', description, LONG_TEXT),
    ...((callbackUrl !== undefined || callback === 'required') && {
      callbackUrl: validCallback(validation, callbackUrl ?? '', callback),
    }),
  };
  validation.done();
  return fields;
}

function validCallback(validation: Validation, text: string, callback: 'required' | 'optional'): string | null {
  const address = text.trim();
  if (address === '') {
    if (callback === 'required') validation.add('FIELD_REQUIRED', 'callbackUrl');
    return null;
  }
  if (!isCallbackAddress(address)) validation.add('URL_INVALID', 'callbackUrl');
  return validation.text('callbackUrl', address, LONGEST_CALLBACK);
}

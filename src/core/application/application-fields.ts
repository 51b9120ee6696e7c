import { LONG_TEXT, Validation } from '../common/validation.js';

const LONGEST_NAME = 255;
const LONGEST_CALLBACK = 500;

/** Input fields of an application (contract §2.4). */
export interface ApplicationInput {
  readonly name: string;
  readonly description: string;
  /** Undefined: not given; null or empty: no callback URL. */
  readonly callbackUrl?: string | null | undefined;
}

/**
 * Validates the input and returns the columns to store. Reports problems in the order of the contract.
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

/** Validates a name or description that changes separately. @throws DomainError INVALID */
export function requireValidDescription({ name, description }: Partial<ApplicationInput>): void {
  const validation = new Validation();
  if (name !== undefined) validation.required('name', name, LONGEST_NAME);
  if (description !== undefined) validation.required('description', description, LONG_TEXT);
  validation.done();
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

/** Schemes that a browser would execute, or read from the local disk. */
const REFUSED = new Set(['javascript', 'vbscript', 'data', 'file', 'blob', 'filesystem', 'about', 'view-source']);

/**
 * Whether a URL is an acceptable callback: absolute, and either http(s) or of a private-use scheme, as in phone apps
 * (`com.example.app:/callback`, RFC 8252 §7.1).
 */
function isCallbackAddress(text: string): boolean {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(\S+)$/i.exec(text) ?? [];
  if (rest === '' || REFUSED.has(scheme.toLowerCase()) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '' && (!/^https?$/i.test(scheme) || /^\/\/[^/?#]/.test(rest));
}

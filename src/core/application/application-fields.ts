import { MAX_TEXT_LENGTH, Validation } from '../common/validation.js';
import { isRedirectUri } from './redirect-uris.js';

/** Maximum length of the name of an application, in characters. */
export const MAX_NAME_LENGTH = 255;
const MAX_CALLBACK_LENGTH = 500;
const MAX_REDIRECT_URIS = 10;

/** Input fields of an application (contract §2.4). */
export interface ApplicationInput {
  readonly name: string;
  readonly description: string;
  /** Undefined: not given; null or empty: no callback URL. */
  readonly callbackUrl?: string | null | undefined;
  /** Where logins may return to; undefined or null: not given. */
  readonly redirectUris?: readonly string[] | null | undefined;
  /** Whether it has no secret; undefined or null: not given. */
  readonly isPublic?: boolean | null | undefined;
}

/**
 * Validates the input and returns the columns to store. Reports problems in the order of the contract.
 *
 * @param names none for operators, who may name an application like the service
 *
 * @throws DomainError INVALID
 */
export function applicationFields(
  { name, description, callbackUrl, redirectUris, isPublic }: ApplicationInput,
  callback: 'required' | 'optional',
  names: NameRules = {},
) {
  const validation = new Validation();
  const fields = {
    ...(redirectUris && { redirectUris: validRedirectUris(validation, redirectUris) }),
    // A secret would not remain one in a browser or on a device, so neither does the password grant.
    ...(isPublic != null && { isPublic, mayUsePasswordGrant: !isPublic }),
    name: validApplicationName(validation, name, names),
    description: validation.required('description', description, MAX_TEXT_LENGTH),
    ...((callbackUrl !== undefined || callback === 'required') && {
      callbackUrl: validCallback(validation, callbackUrl ?? '', callback),
    }),
  };
  validation.throwIfInvalid();
  return fields;
}

/** What names an application may have. */
interface NameRules {
  /** The present name, which stays valid. */
  readonly storedName?: string | null | undefined;
  /** Whether the name is that of the service. */
  readonly isReserved?: boolean | undefined;
}

function validApplicationName(validation: Validation, name: string, { storedName, isReserved }: NameRules): string {
  if (isReserved && name !== storedName) validation.add('NAME_RESERVED', 'name');
  return validation.requiredName('name', name, MAX_NAME_LENGTH, storedName);
}

/** Validates a name or description that changes separately. @throws DomainError INVALID */
export function requireValidDescription({ name, description }: Partial<ApplicationInput>): void {
  const validation = new Validation();
  if (name !== undefined) validation.requiredName('name', name, MAX_NAME_LENGTH);
  if (description !== undefined) validation.required('description', description, MAX_TEXT_LENGTH);
  validation.throwIfInvalid();
}

function validRedirectUris(validation: Validation, uris: readonly string[]): string[] {
  if (uris.length > MAX_REDIRECT_URIS) validation.add('TOO_MANY_REDIRECT_URIS', 'redirectUris', MAX_REDIRECT_URIS);
  if (!uris.every(isRedirectUri)) validation.add('REDIRECT_URI_INVALID', 'redirectUris');
  return uris.map((uri) => validation.text('redirectUris', uri, MAX_CALLBACK_LENGTH));
}

function validCallback(validation: Validation, text: string, callback: 'required' | 'optional'): string | null {
  const address = text.trim();
  if (address === '') {
    if (callback === 'required') validation.add('FIELD_REQUIRED', 'callbackUrl');
    return null;
  }
  if (!isCallbackUrl(address)) validation.add('URL_INVALID', 'callbackUrl');
  return validation.text('callbackUrl', address, MAX_CALLBACK_LENGTH);
}

/** Schemes that a browser would execute, or read from the local disk. */
const UNSAFE_SCHEMES = new Set([
  'javascript',
  'vbscript',
  'data',
  'file',
  'blob',
  'filesystem',
  'about',
  'view-source',
]);

/**
 * Whether a URL is an acceptable callback: absolute, and either http(s) or of a private-use scheme, as in phone apps
 * (`com.example.app:/callback`, RFC 8252 §7.1).
 */
function isCallbackUrl(text: string): boolean {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(\S+)$/i.exec(text) ?? [];
  if (rest === '' || UNSAFE_SCHEMES.has(scheme.toLowerCase()) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '' && (!/^https?$/i.test(scheme) || /^\/\/[^/?#]/.test(rest));
}

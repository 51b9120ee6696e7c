/**
 * What an application may do in the name of a user (OAuth scopes). Reading what the user sees is part of each. A token
 * without scopes, such as one of `/v2.1/token`, may do everything that its user and its application may.
 */
export const scopes = ['read', 'feedback', 'speak', 'host', 'account'] as const;
export type Scope = (typeof scopes)[number];

/** The scopes that only first-party applications receive (decisions no. 17). */
const firstPartyScopes: ReadonlySet<Scope> = new Set(['account']);

/** The scopes of a login that requests none. */
export const DEFAULT_SCOPES: readonly Scope[] = ['read'];

const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text);

/**
 * Parses the parameter `scope` of OAuth: names separated by spaces (RFC 6749 §3.3).
 *
 * @returns the scopes in their order, without duplicates; null if one is unknown, or not available to the application
 */
export function parseScopes(text: string, { isFirstParty }: { readonly isFirstParty: boolean }): Scope[] | null {
  const requested = text.split(' ').filter((name) => name !== '');
  const isAvailable = (name: string) => isScope(name) && (isFirstParty || !firstPartyScopes.has(name));
  if (requested.length === 0 || !requested.every(isAvailable)) return null;
  return scopes.filter((scope) => requested.includes(scope));
}

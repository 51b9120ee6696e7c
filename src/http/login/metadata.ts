import { scopes } from '../../core/scopes.js';

/** Paths of the login. */
export const paths = {
  authorize: '/authorize',
  token: '/token',
  revocation: '/revoke',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

/** The metadata of the authorization server (RFC 8414). @param issuer scheme, host and port of the service */
export const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: issuer + paths.authorize,
  token_endpoint: issuer + paths.token,
  revocation_endpoint: issuer + paths.revocation,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

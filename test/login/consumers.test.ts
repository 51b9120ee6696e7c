import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { startService, type TestService } from '../support/service.js';
import { createMember } from '../support/sign-in.js';
import { createPublicClient, locationOf, ownerOf, submitForm } from './flow.js';

const PASSWORD = 'difference engine';
const LOGIN = { username: 'Ada', password: PASSWORD };
const REDIRECT_URI = 'https://app.example/callback';
/** The libraries refuse http by default. */
const insecure = { [oauth.allowInsecureRequests]: true };

let service: TestService;
let clientId: string;
beforeAll(async () => {
  service = await startService();
  await createMember(service.database.pool, 'ada', PASSWORD);
  clientId = await createPublicClient(service.database.pool, [REDIRECT_URI], { name: 'A Browser App' });
});
afterAll(() => service.stop());

/** What the user does between the application and its callback. */
async function logInAt(url: URL): Promise<URL> {
  const page = await fetch(url);
  expect(await page.text()).toContain('A Browser App');
  return locationOf(await submitForm({ base: url.origin }, Object.fromEntries(url.searchParams), LOGIN));
}

describe('Unmodified client libraries', () => {
  it('openid-client discovers the service and logs in', async () => {
    const config = await openid.discovery(new URL(service.base), clientId, undefined, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      scope: 'read feedback',
      state,
    });

    const callback = await logInAt(url);
    const tokens = await openid.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });

    expect({ type: tokens.token_type, seconds: tokens.expires_in }).toEqual({ type: 'bearer', seconds: 3600 });
    expect([tokens.scope, await ownerOf(service, tokens.access_token)]).toEqual(['read feedback', 'ada']);

    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await ownerOf(service, renewed.access_token)).toBe('ada');

    await openid.tokenRevocation(config, renewed.refresh_token ?? '');
    expect(await ownerOf(service, renewed.access_token)).toBeNull();
  });

  it('oauth4webapi discovers the service and logs in', async () => {
    const issuer = new URL(service.base);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const client = { client_id: clientId };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }).toString();

    const parameters = oauth.validateAuthResponse(server, client, await logInAt(url), state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      REDIRECT_URI,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);

    expect([tokens.scope, await ownerOf(service, tokens.access_token)]).toEqual(['read', 'ada']);

    const refreshToken = tokens.refresh_token ?? '';
    const refreshed = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, insecure);
    const renewed = await oauth.processRefreshTokenResponse(server, client, refreshed);
    expect(await ownerOf(service, renewed.access_token)).toBe('ada');

    const revoked = await oauth.revocationRequest(server, client, oauth.None(), renewed.refresh_token ?? '', insecure);
    await oauth.processRevocationResponse(revoked);
    expect(await ownerOf(service, renewed.access_token)).toBeNull();
  });

  it('reject an answer with the wrong issuer (RFC 9207)', async () => {
    const server = { issuer: service.base, authorization_response_iss_parameter_supported: true };
    const answer = new URL('https://app.example/callback?code=x&state=s&iss=https%3A%2F%2Fother.example');

    expect(() => oauth.validateAuthResponse(server, { client_id: clientId }, answer, 's')).toThrow(/iss/);
  });
});

it('The metadata name every endpoint and option, for scripts of any origin', async () => {
  const response = await fetch(`${service.base}/.well-known/oauth-authorization-server`);
  const { base } = service;

  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toEqual({
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    revocation_endpoint: `${base}/revoke`,
    scopes_supported: ['read', 'feedback', 'speak', 'host', 'account'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
});

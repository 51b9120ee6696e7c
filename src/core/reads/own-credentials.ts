import { ownRevocableTokens } from './access-tokens.js';
import { ownApplications } from './applications.js';
import { rootConnection } from './connection.js';
import { ownGrants } from './grants.js';
import type { PageRequest } from './page.js';
import type { Reads } from './reads.js';
import { accessTokenRecord, applicationRecord, grantRecord } from './records.js';
import { viewerArgument } from './scope.js';

/** The viewer's revocable access tokens, by ID. */
export function accessTokenConnection({ scope }: Reads, request: PageRequest) {
  const args = { ...viewerArgument(scope), now: scope.now };
  return rootConnection(scope, ownRevocableTokens, args, request, accessTokenRecord);
}

/** The viewer's grants, latest first. */
export function grantConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, ownGrants, { ...viewerArgument(scope), now: scope.now }, request, grantRecord);
}

/** The applications that the viewer registered, by ID. */
export function applicationConnection({ scope }: Reads, request: PageRequest) {
  return rootConnection(scope, ownApplications, viewerArgument(scope), request, applicationRecord);
}

import { newCredentials, sealedCredentials } from '../../src/core/application/client-credentials.js';
import { hashToken, newToken } from '../../src/core/common/bearer-token.js';
import { KEY } from '../support/service.js';
import type { Ledger, Row } from './ledger.js';
import type { Tree } from './tree.js';

/** A viewer and its token; undefined: anonymous. */
export type Viewers = ReadonlyMap<string, string | undefined>;

/** Users who appear as viewers. Like the users of a tree they are numbered after the stranger. */
const cast: Readonly<Record<string, Row>> = {
  ...{ stranger: {}, attendee: {}, speaker: {}, host: {} },
  admin: { is_admin: true },
  inactive: { is_admin: true, is_active: false },
  trusted: { is_trusted: true },
};
export const [ATTENDEE, SPEAKER, HOST] = [0, 1, 2] as const;
const ADMIN = 3;

export function addPeople(ledger: Ledger, people: Tree['people']): void {
  const roles = Object.values(cast);
  for (const [index, { username, name, biography, twitter, active, trusted, admin }] of people.entries()) {
    const own = { is_active: active, is_admin: admin, is_trusted: trusted };
    const id = ledger.add('users', {
      ...{ username: `${username}-${index}`, full_name: name, email: `Person${index}@Example.org` },
      ...{ biography, twitter_username: twitter, is_verified: true },
      ...(index < roles.length ? { is_active: true, is_admin: false, is_trusted: false, ...roles[index] } : own),
    });
    ledger.people.push(id);
  }
}

function addApplication(ledger: Ledger, row: Row): number {
  const { consumerKey, consumerSecretEncrypted } = sealedCredentials(newCredentials(), KEY);
  return ledger.add('applications', {
    ...{ user_id: null, description: '', callback_url: null, created_at: ledger.nowTime },
    ...{ is_first_party: false, tokens_are_revocable: true },
    ...{ consumer_key: consumerKey, consumer_secret_encrypted: consumerSecretEncrypted },
    ...row,
  });
}

function addToken(ledger: Ledger, user_id: number, application_id: number | null, row: Row = {}): string {
  const token = newToken();
  const times = { created_at: ledger.nowTime, last_used_at: ledger.nowTime, expires_at: null };
  ledger.add('access_tokens', { user_id, application_id, token_hash: hashToken(token), ...times, ...row });
  return token;
}

export function addApplications(ledger: Ledger, applications: Tree['applications']): void {
  for (const { owner, name, description, callback, revocable, created, tokens } of applications) {
    const application = addApplication(ledger, {
      ...{ user_id: ledger.personOrNobody(owner), name, description, callback_url: callback },
      ...{ created_at: ledger.time(created), tokens_are_revocable: revocable },
    });
    for (const { user, created: issued, used, ends } of tokens) {
      const times = { created_at: issued, last_used_at: used, expires_at: ends };
      const row = Object.fromEntries(Object.entries(times).map(([name, moment]) => [name, ledger.time(moment)]));
      addToken(ledger, ledger.person(user), application, row);
    }
  }
}

export function addViewers(ledger: Ledger): Viewers {
  const website = addApplication(ledger, { name: 'Website', is_first_party: true });
  const [elsewhere] = ledger.people.map((user_id) => addApplication(ledger, { name: 'Elsewhere', user_id }));
  return new Map([
    ['anonymous', undefined],
    ['an unknown token', newToken()],
    ...Object.keys(cast).map((name, index) => [name, addToken(ledger, ledger.people[index] ?? 0, website)] as const),
    ['admin elsewhere', addToken(ledger, ledger.person(ADMIN), elsewhere ?? null)],
    ['host from the command line', addToken(ledger, ledger.person(HOST), null)],
  ]);
}

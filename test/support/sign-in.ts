import type pg from 'pg';
import { newCredentials, sealedCredentials } from '../../src/core/application/client-credentials.js';
import { hashPassword } from '../../src/adapters/passwords/passwords.js';
import { createApplication, createUser } from './factories.js';
import { KEY } from './service.js';

type Row = Record<string, unknown>;

/** The credentials of an application in v2.1. */
export interface WireClient {
  readonly id: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** An application whose secret the service can decrypt. */
export async function createClient(pool: pg.Pool, row: Row = {}): Promise<WireClient> {
  const credentials = newCredentials();
  const { consumerKey, consumerSecretEncrypted } = sealedCredentials(credentials, KEY);
  const sealed = { consumer_key: consumerKey, consumer_secret_encrypted: consumerSecretEncrypted };
  const id = await createApplication(pool, { ...sealed, ...row });
  return { id, client_id: consumerKey, client_secret: credentials.consumerSecret };
}

/** A verified account that can log in. */
export async function createMember(pool: pg.Pool, username: string, password: string, row: Row = {}): Promise<string> {
  return createUser(pool, { username, is_verified: true, password_hash: await hashPassword(password), ...row });
}

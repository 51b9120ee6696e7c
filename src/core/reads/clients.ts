import { sql } from 'kysely';
import { db, statement, type Parameters, type RowOfStatement } from '../../database/sql/statement.js';

/** Looks up an application by its public consumer key, with its encrypted secret. */
export const clientByConsumerKey = statement('client by consumer key', ($: Parameters<{ consumerKey: string }>) =>
  db
    .selectFrom('applications as a')
    .select([
      'a.id',
      'a.name',
      'a.may_use_password_grant as mayUsePasswordGrant',
      'a.is_first_party as isFirstParty',
      'a.consumer_secret_encrypted as sealedSecret',
    ])
    .where(sql<boolean>`a.consumer_key = ${$.consumerKey}`),
);

export type ClientRow = RowOfStatement<typeof clientByConsumerKey>;

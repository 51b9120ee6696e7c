import { sql } from 'kysely';
import { key, type Order } from './order.js';
import { rootList } from './page.js';
import type { ViewerArgument } from './visibility.js';
import { anyId, db, epoch, statement, type Parameters, type RowOf } from '../../database/sql/statement.js';

function applicationRows() {
  return db
    .selectFrom('applications as a')
    .select([
      'a.id',
      'a.user_id as ownerId',
      'a.name',
      'a.description',
      'a.callback_url as callbackUrl',
      'a.consumer_key as publicKey',
      'a.consumer_secret_encrypted as sealedSecret',
      'a.is_first_party as isFirstParty',
      'a.is_public as isPublic',
      sql<readonly string[]>`a.redirect_uris`.as('redirectUris'),
      epoch('a.created_at').as('createdAtSeconds'),
    ]);
}

export type ApplicationRow = RowOf<ReturnType<typeof applicationRows>>;

/** Applications of any owner: a token shows the application that it was issued to. */
export const applicationsById = statement('applications by id', ($: Parameters<{ keys: readonly string[] }>) =>
  applicationRows().where('a.id', '=', anyId($.keys)),
);

/** Applications that the viewer registered, by ID. */
export const ownApplicationsById = statement(
  'own applications by id',
  ($: Parameters<{ keys: readonly string[] } & ViewerArgument>) =>
    applicationRows()
      .where('a.id', '=', anyId($.keys))
      .where(sql<boolean>`a.user_id = ${$.viewer}::bigint`),
);

export const ownApplications = rootList(
  'own applications',
  (): Order => [key('a.id', 'id', 'id', 'asc')],
  ($: Parameters<ViewerArgument>) => applicationRows().where(sql<boolean>`a.user_id = ${$.viewer}::bigint`),
);

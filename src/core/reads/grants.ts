import { sql } from 'kysely';
import { anyId, db, epoch, statement, type Parameters, type RowOf } from '../../database/sql/statement.js';
import type { Scope } from '../scopes.js';
import { key, type Order } from './order.js';
import { rootList } from './page.js';
import type { ViewerArgument } from './visibility.js';

interface GrantArguments extends ViewerArgument {
  readonly now: number;
}

/** The viewer's valid grants. */
function ownGrantRows($: Parameters<GrantArguments>) {
  return db
    .selectFrom('grants as g')
    .select([
      'g.id',
      'g.application_id as applicationId',
      sql<readonly Scope[]>`g.scopes`.as('scopes'),
      epoch('g.created_at').as('createdAtSeconds'),
      epoch('g.expires_at').as('expiresAtSeconds'),
      // Each refresh sets the expiry to 30 days later; expired access tokens have been deleted.
      sql<number>`date_part('epoch', greatest(g.expires_at - interval '30 days',
        (select max(k.last_used_at) from access_tokens k where k.grant_id = g.id)))`.as('lastUsedAtSeconds'),
    ])
    .where(sql<boolean>`g.user_id = ${$.viewer}::bigint`)
    .where(sql<boolean>`g.expires_at > to_timestamp(${$.now}::float8)`);
}

export type GrantRow = RowOf<ReturnType<typeof ownGrantRows>>;

export const ownGrantsById = statement(
  'own grants by id',
  ($: Parameters<{ keys: readonly string[] } & GrantArguments>) => ownGrantRows($).where('g.id', '=', anyId($.keys)),
);

export const ownGrants = rootList(
  'own grants',
  (): Order => [key('g.id', 'id', 'id', 'desc')],
  ($: Parameters<GrantArguments>) => ownGrantRows($),
);

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeOrm, createOrm, type Orm } from '../../src/database/orm.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/** The properties of a database column that an entity must declare equally. */
interface Column {
  readonly type: string;
  readonly nullable: boolean;
  readonly generated: boolean;
  readonly hasDefault: boolean;
}

/** Tables of libraries, or written only by SQL statements, without entities. */
const OWN_TABLES = new Set([
  'schema_migrations',
  'rate_limits',
  'route_uses',
  'event_imports',
  'legacy_import',
  'legacy_import_steps',
  'changes',
  'waiting_counts',
  'idempotency_keys',
  'authorization_codes',
  'refresh_tokens',
  'feedback_notices',
  'account_exports',
  'pending_feedback',
  'comment_versions',
  'author_disclosures',
  'shared_feedback',
  'event_log',
  'event_log_epochs',
  'event_log_end',
  'plain_cursors',
  'webhooks',
  'webhook_deliveries',
  'webhook_position',
  'webhook_backlogs',
  'webhook_allowances',
  'secret_key_check',
  'timelines',
  'leases',
  'talk_origins',
  'room_guids',
  'schedule_columns',
  'event_counts',
  'event_heat',
  'event_search',
  'event_tags',
]);

/** Types whose names differ between PostgreSQL and the entities. */
const sameType = new Map([
  ['timestamp with time zone', 'timestamptz'],
  ['character varying', 'varchar'],
  ['array', 'text[]'],
]);
const plain = (type: string) => {
  const known = type.toLowerCase().replace(/\(\d+\)/, '');
  return sameType.get(known) ?? (known === 'int' ? 'integer' : known === 'timestamptz' ? known : known);
};

let database: TestDatabase;
let orm: Orm;
let columns: Map<string, Map<string, Column>>;

beforeAll(async () => {
  database = await freshDatabase();
  orm = createOrm(database.address, 1);
  const { rows } = await database.pool.query<{ table: string; name: string } & Column>(
    `select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable,
        is_generated = 'ALWAYS' as generated, column_default is not null or is_identity = 'YES' as "hasDefault"
      from information_schema.columns where table_schema = 'public' order by 1, ordinal_position`,
  );
  columns = new Map();
  for (const { table, name, ...column } of rows) {
    if (OWN_TABLES.has(table)) continue;
    const known = columns.get(table) ?? new Map<string, Column>();
    columns.set(table, known.set(name, column));
  }
});
afterAll(async () => {
  await closeOrm(orm);
  await database.drop();
});

/** Every column that an entity maps, as table and name. */
function mapped() {
  return [...orm.getMetadata().getAll().values()].flatMap((entity) =>
    Object.values(entity.properties).flatMap((property) =>
      (property.fieldNames ?? []).map((name, index) => ({ table: entity.tableName, name, property, index })),
    ),
  );
}

describe('the entities match the migrations', () => {
  it('each table is an entity, and each column a property', () => {
    const stored = [...columns].flatMap(([table, known]) => [...known.keys()].map((name) => `${table}.${name}`));
    expect(
      mapped()
        .map(({ table, name }) => `${table}.${name}`)
        .sort(),
    ).toEqual(stored.sort());
  });

  it('each property has the type of its column', () => {
    const wrong = mapped().flatMap(({ table, name, property, index }) => {
      const stored = plain(columns.get(table)?.get(name)?.type ?? 'nothing');
      const declared = plain(property.columnTypes?.[index] ?? 'nothing');
      return stored === declared ? [] : [`${table}.${name} is ${stored}, the entity says ${declared}`];
    });
    expect(wrong).toEqual([]);
  });

  it('each property may be null where its column may', () => {
    const wrong = mapped().flatMap(({ table, name, property }) => {
      const nullable = columns.get(table)?.get(name)?.nullable;
      return nullable === (property.nullable ?? false) || property.generated ? [] : [`${table}.${name}: ${nullable}`];
    });
    expect(wrong).toEqual([]);
  });

  it('each optional property has a column with a default, and vice versa', () => {
    const wrong = mapped().flatMap(({ table, name, property }) => {
      const column = columns.get(table)?.get(name);
      const declared = property.defaultRaw !== undefined || property.default !== undefined || property.generated;
      const stored = column?.hasDefault === true || column?.generated === true;
      return property.name === 'id' || Boolean(declared) === stored ? [] : [`${table}.${name}: ${stored}`];
    });
    expect(wrong).toEqual([]);
  });

  it('each property that is computed is a generated column', () => {
    const computed = mapped()
      .filter(({ property }) => property.generated)
      .map(({ table, name }) => `${table}.${name}`);
    const stored = [...columns].flatMap(([table, known]) =>
      [...known].filter(([, { generated }]) => generated).map(([name]) => `${table}.${name}`),
    );
    expect(computed.sort()).toEqual(stored.sort());
  });
});

describe('the ids', () => {
  it('are bigint everywhere, and text in JavaScript', () => {
    const ids = mapped().filter(({ name }) => name === 'id' || name.endsWith('_id'));
    expect(new Set(ids.map(({ table, name }) => columns.get(table)?.get(name)?.type))).toEqual(new Set(['bigint']));
    expect(ids.length).toBeGreaterThan(40);
  });

  it('every child of an event carries event_id', () => {
    const free = [
      'users',
      'applications',
      'access_tokens',
      'account_tokens',
      'email_changes',
      'personal_calendars',
      'grants',
      'languages',
      'talk_types',
      'events',
    ];
    const without = [...columns].filter(([, known]) => !known.has('event_id')).map(([table]) => table);
    expect(without.sort()).toEqual(free.sort());
  });
});

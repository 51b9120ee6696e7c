import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeOrm, createOrm, type Orm } from '../../src/database/orm.js';
import { stubCandidates } from '../../src/core/talk/stubs.js';
import { freeTalkSlug, freeStub, retryOnNameConflict } from '../../src/core/talk/talk-names.js';
import { createEvent, createTalk } from '../support/factories.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let orm: Orm;
let event: string;
beforeAll(async () => {
  database = await freshDatabase();
  orm = createOrm(database.address, 2);
  event = await createEvent(database.pool);
});
afterAll(async () => {
  await closeOrm(orm);
  await database.drop();
});

describe('the names of a talk (contract §4.1 and §4.2)', () => {
  it('are chosen again if a concurrent talk has taken one of them', async () => {
    await createTalk(database.pool, event, { stub: '00000', slug: 'taken' });
    const stubs = ['00000', '00001'];
    const byStub = await retryOnNameConflict(() => createTalk(database.pool, event, { stub: stubs.shift() }));
    const slugs = ['taken', 'free'];
    const bySlug = await retryOnNameConflict(() => createTalk(database.pool, event, { slug: slugs.shift() }));
    const { rows } = await database.pool.query(
      'select stub from talks where id = $1 union all select slug from talks where id = $2',
      [byStub, bySlug],
    );
    expect(rows).toEqual([{ stub: '00001' }, { stub: 'free' }]);
  });

  it('are tried a limited number of times, and other errors are not retried', async () => {
    let attempts = 0;
    const taken = () =>
      retryOnNameConflict(() => ((attempts += 1), createTalk(database.pool, event, { stub: '00000' })));
    await expect(taken()).rejects.toMatchObject({ constraint: 'talks_stub_key' });
    expect(attempts).toBe(5);
    const wrong = () => retryOnNameConflict(() => ((attempts += 1), createTalk(database.pool, event, { title: '' })));
    await expect(wrong()).rejects.toMatchObject({ code: '23514' });
    expect(attempts).toBe(6);
  });

  it('are chosen among the remaining free ones', async () => {
    await createTalk(database.pool, event, { stub: '000aa' });
    await createTalk(database.pool, event, { stub: '000bb' });
    expect(await freeStub(orm.em.fork(), ['000aa', '000cc', '000dd'])).toBe('000cc');
    expect(await freeStub(orm.em.fork())).toMatch(/^[0-9a-f]{5}$/);
  });

  it('are longer if all short ones are taken', async () => {
    for (const stub of ['000ee', '000ff']) await createTalk(database.pool, event, { stub });
    expect(await freeStub(orm.em.fork(), ['000ee', '000ff'])).toMatch(/^[0-9a-f]{10}$/);
    const candidates = stubCandidates();
    const lengths = Array.from({ length: 60 }, () => candidates.next().value.length);
    expect(lengths).toEqual([...Array<number>(50).fill(5), ...Array<number>(10).fill(10)]);
  });

  it('may be the current ones of the talk itself', async () => {
    const id = await createTalk(database.pool, event, { slug: 'mine' });
    expect(await freeTalkSlug(orm.em.fork(), event, 'Mine!', id)).toBe('mine');
    expect(await freeTalkSlug(orm.em.fork(), event, 'Mine!', '999')).toBe('mine-999');
    const elsewhere = await createEvent(database.pool);
    expect(await freeTalkSlug(orm.em.fork(), elsewhere, 'Mine!', '999')).toBe('mine');
  });
});

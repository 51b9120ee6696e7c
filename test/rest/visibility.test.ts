import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, bodyOf, metaOf } from './ask.js';
import { createHiddenWorld, listsAround, pathsBelow, SECRET, type HiddenWorld } from './hidden-world.js';

const states = { pending: { status: 'PENDING' }, rejected: { status: 'REJECTED' }, private: { is_private: true } };

describe('records visible only to hosts and site administrators (decisions no. 13)', () => {
  let service: TestService;
  const worlds: Record<string, HiddenWorld> = {};
  const tokens: Record<string, string> = {};
  const get = (path: string, who: string) => ask(service, path, { token: tokens[who] });

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    const stranger = await make.createUser(pool);
    const host = await make.createUser(pool);
    const admin = await make.createUser(pool, { is_admin: true });
    // The stranger hosts, attends and speaks elsewhere, which must not grant access here.
    const elsewhere = await make.createEvent(pool);
    await make.createHost(pool, elsewhere, stranger);
    for (const [name, id] of Object.entries({ stranger, host, admin })) tokens[name] = await make.createToken(pool, id);
    for (const [name, row] of Object.entries(states)) worlds[name] = await createHiddenWorld(pool, host, row);
  });
  afterAll(() => service.stop());

  const worldOf = (state: string): HiddenWorld => {
    const world = worlds[state];
    if (!world) throw new Error(`There is no ${state} event`);
    return world;
  };

  describe.each(Object.keys(states))('a %s event', (state) => {
    it.each(['anonymous', 'stranger', 'unknown token'])('is 404 for %s, and so is every path below it', async (who) => {
      tokens['unknown token'] = 'lec_nobody';
      for (const [path, sentence] of pathsBelow(worldOf(state))) {
        const answer = await get(path, who);
        expect([path, answer.status, bodyOf(answer)]).toEqual([path, 404, [sentence]]);
      }
    });

    it.each(['host', 'admin'])('is 200 for %s, and so is every path below it', async (who) => {
      for (const [path] of pathsBelow(worldOf(state)))
        expect([path, (await get(path, who)).status]).toEqual([path, 200]);
    });

    it.each(['anonymous', 'stranger'])('is in no list that %s reads, and in no count', async (who) => {
      for (const path of listsAround(worldOf(state))) {
        const answer = await get(path, who);
        expect([path, answer.status, metaOf(answer)['count'], metaOf(answer)['total']]).toEqual([path, 200, 0, 0]);
        expect(answer.text.replaceAll(`title=${SECRET}`, '')).not.toContain(SECRET);
      }
    });

    it.each(['host', 'admin'])('is in every list that %s reads', async (who) => {
      for (const path of listsAround(worldOf(state))) {
        const expected = path.includes('title=') ? 3 : 1;
        const meta = metaOf(await get(path, who));
        expect([path, meta['count'], meta['total']]).toEqual([path, expected, expected]);
      }
    });

    it('has pages that return 404 for the public', async () => {
      const { event, talk } = worldOf(state);
      const { pool } = service.database;
      const names = await pool.query<{ slug: string; stub: string; talk: string }>(
        'select e.slug, e.stub, t.stub as talk from events e join talks t on t.event_id = e.id where e.id = $1 and t.id = $2',
        [event, talk],
      );
      const { slug = '', stub = '', talk: quick = '' } = names.rows[0] ?? {};
      for (const path of [`/event/${slug}`, `/e/${stub}`, `/talk/${quick}`]) {
        expect((await get(path, 'stranger')).status).toBe(404);
        expect((await get(path, 'host')).status).toBe(200);
      }
    });
  });

  it('a pending and private event is as hidden as either', async () => {
    const { pool } = service.database;
    const both = await make.createEvent(pool, { status: 'PENDING', is_private: true });
    expect((await get(`/v2.1/events/${both}`, 'stranger')).status).toBe(404);
    expect((await get(`/v2.1/events/${both}`, 'admin')).status).toBe(200);
  });

  it('a public event with the same rows is visible to all: the tests above could have failed', async () => {
    const { pool } = service.database;
    const host = await make.createUser(pool);
    const world = await createHiddenWorld(pool, host, {});
    for (const [path] of pathsBelow(world)) {
      const status = /reported|claims/.test(path) ? 401 : 200;
      expect([path, (await get(path, 'anonymous')).status]).toEqual([path, status]);
    }
    for (const path of listsAround(world)) {
      const meta = metaOf(await get(path, 'anonymous'));
      expect([path, meta['count'], meta['total']]).toEqual([path, 1, 1]);
    }
  });
});

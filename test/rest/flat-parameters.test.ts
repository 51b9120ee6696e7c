import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNLIMITED } from '../contract/attempt.js';
import { openStage, type Stage } from '../contract/stage.js';
import { roles } from '../permissions/truth.js';
import type { Write } from '../permissions/write.js';
import { writes } from '../permissions/writes.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ ...UNLIMITED, COMMENT_EDIT_MINUTES: '600' });
});
afterAll(() => stage.service.stop());

/** Fields in the format of PHP forms: `tags[]` for each text of a list. */
function queryOf(fields: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (Array.isArray(value)) for (const text of value) query.append(`${name}[]`, String(text));
    else if (value !== undefined) query.append(name, String(value));
  }
  return query.toString();
}

/** The response and effect of a write with its fields in this format; all is restored afterwards. */
async function effectOf(write: Write, fields: object, way: 'body' | 'query') {
  const by = roles.find((role) => write.truth[role] === 'done');
  const ids = [...write.ids(stage.at)];
  const line = write.row.replace('/v2.1', '').replace(/\{\w+\}/g, () => ids.shift() ?? '');
  const [status, body, location] = await (way === 'body'
    ? stage.told(line, by, fields)
    : stage.told(`${line}?${queryOf(fields)}`, by));
  const left = await stage.snapshot.read();
  await stage.snapshot.restore();
  return { status, isEmpty: body === '', location, left };
}

/** Except `trusted`, which requires JSON: it has to be a boolean (contract §3.9). */
const flat = writes.filter(({ row, body, hasFile }) => body && !hasFile && !row.endsWith('/trusted'));

describe('the fields of a write (contract §1.4)', () => {
  it.each(flat)('may be in the query as well as in the body: $name', async (write) => {
    const fields = write.body?.(stage.at) ?? {};
    const effect = await effectOf(write, fields, 'body');
    expect(effect.status).toBeLessThan(300);
    expect(await effectOf(write, fields, 'query')).toEqual(effect);
  });

  it('are read for DELETE, too', () => {
    const methods = new Set(flat.map(({ row }) => row.split(' ')[0]));
    expect(methods).toEqual(new Set(['POST', 'PUT', 'DELETE']));
  });

  it('have the value of the body if they are in both', async () => {
    const { track } = stage.at;
    const answer = await stage.send(`PUT /tracks/${track}?track_name=Query&track_description=Query`, 'host', {
      track_name: 'Body',
    });
    expect(answer.status).toBe(204);
    expect(await stage.read(`/tracks/${track}`, 'tracks')).toMatchObject({
      track_name: 'Body',
      track_description: 'Query',
    });
  });
});

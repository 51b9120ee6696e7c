import { expect, it } from '@jest/globals';
import { normalizeTalks } from '../../../src/transfer/schedule/normalize.js';

it('names of an imported schedule are on one line, without control characters', () => {
  const talk = {
    ...{ row: 1, id: 'a', title: 'Trains\r\n  and\u2028 slack\u0007\u0085', start: '2026-06-01T10:00:00Z' },
    ...{ description: 'Two\nlines', room: 'Hall\t1', tracks: ['The\nWeb'], speakers: [{ name: 'Ada\u009b L' }] },
  };
  const { talks, problems } = normalizeTalks([talk], { zone: 'UTC' });
  expect(problems).toEqual([]);
  expect(talks[0]?.fields).toMatchObject({
    ...{ title: 'Trains and slack', description: 'Two\nlines', room: 'Hall 1', tracks: ['The Web'] },
    speakers: [{ name: 'Ada L', id: null }],
  });
});

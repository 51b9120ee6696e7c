import { expect, it } from '@jest/globals';
import { nameRows } from '../../src/transfer/import/free-names.js';

interface Row {
  readonly title: string;
  name: string;
}

function* numbered({ title }: Row): Generator<string, never> {
  yield title;
  for (let number = 2; ; number += 1) yield `${title}-${number}`;
}

it('rows keep their names, and the others get the first free one, in order', async () => {
  const rows: Row[] = [
    { title: 'a', name: '' },
    { title: 'b', name: 'a' },
    { title: 'a', name: '' },
    { title: 'c', name: '' },
    { title: 'd', name: 'stored' },
    { title: 'e', name: '' },
  ];
  const questions: string[][] = [];
  await nameRows(rows, {
    ownName: ({ name }) => name,
    candidates: numbered,
    take: (row, name) => (row.name = name),
    stored: (names) => {
      questions.push([...names]);
      return Promise.resolve(names.filter((name) => name === 'stored'));
    },
    // A later row has this name.
    pending: (names) => Promise.resolve(names.filter((name) => name === 'e')),
  });
  expect(rows.map(({ name }) => name)).toEqual(['a-2', 'a', 'a-3', 'c', 'd', 'e-2']);
  expect(questions).toEqual([['a', 'stored'], ['d'], ['a', 'a', 'c', 'e'], ['a-2', 'a-2', 'e-2'], ['a-3']]);
});

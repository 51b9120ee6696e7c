import type { World } from '../source/step.js';
import { step } from '../source/step.js';

/** Languages, talk types and link types: stored as complete lists before the first step, only counted here. */
const counted = (
  table: string,
  missing: string,
  isTaken: (id: number, world: World) => 'taken' | 'joined' | 'missing',
) =>
  step({ name: table, table }, (rows, marks, world) => {
    for (const row of rows) {
      const id = Number(row['ID']);
      const mark = marks(id);
      const fate = isTaken(id, world);
      if (fate === 'missing') mark.skip(missing);
      if (fate === 'joined') mark.skip('merged with the first of the same name');
    }
    return Promise.resolve();
  });

const inList =
  (list: 'languages' | 'talkTypes') =>
  (id: number, { reference }: World) => {
    const target = reference[list].idOf.get(id);
    return target === undefined ? 'missing' : target === id ? 'taken' : 'joined';
  };

export const languages = counted('lang', 'it has no name', inList('languages'));
export const talkTypes = counted(
  'categories',
  'it is not a talk type of v2.1: its talks are Talks',
  inList('talkTypes'),
);
export const linkTypes = counted('talk_link_types', 'it is not a link type of v2.1', (id, { reference }) =>
  reference.linkKinds.has(id) ? 'taken' : 'missing',
);

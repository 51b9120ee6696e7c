import type { World } from '../step.js';
import { step } from '../step.js';

/** Languages, talk types and types of links. They were taken over as wholes before the first step; here they are counted. */
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
      if (fate === 'joined') mark.skip('another one of the same name stands for it');
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
  'it is no talk type of v2.1: talks of it are Talks',
  inList('talkTypes'),
);
export const linkTypes = counted('talk_link_types', 'it is no type of link of v2.1', (id, { reference }) =>
  reference.linkKinds.has(id) ? 'taken' : 'missing',
);

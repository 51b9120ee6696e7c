import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { askData } from './ask.js';

let service: TestService;
let id: string;
beforeAll(async () => {
  service = await startService();
  const { pool } = service.database;
  id = await make.createEvent(pool);
  for (const title of ['First', 'Second']) {
    const talk = await make.createTalk(pool, id, { title });
    await make.createSpeaker(pool, id, talk, { display_name: `${title} Speaker` });
    await make.putOnTrack(
      pool,
      id,
      talk,
      await make.createTrack(pool, id, { name: `${title} Track`, description: title }),
    );
  }
});
afterAll(() => service.stop());

const speakers = 'names of speakers';
const tracks = 'names of tracks';

/** Columns that show whether a statement read more than names. */
async function readsOf(selection: string, declared = '', variables = {}): Promise<string[]> {
  service.takeStatements();
  await askData(service, `query${declared} { event(id: "${id}") { talks { ${selection} } } }`, { variables });
  const seen = service.takeStatements().join();
  return [
    ...(seen.includes('"talk_speakers"') ? [seen.includes('"printedName"') ? 'speakers' : speakers] : []),
    ...(seen.includes('"talk_tracks"') ? [seen.includes('"k"."description"') ? 'tracks' : tracks] : []),
  ];
}

it.each([
  ['nodes { title }', []],
  ['nodes { speakers { name userId } tracks { id name } }', [speakers, tracks]],
  ['edges { node { ... on Talk { tracks { name __typename } } } }', [tracks]],
  ['nodes { speakers { id } tracks { name description } }', ['speakers', 'tracks']],
  ['nodes { speakers { name user { id } } }', ['speakers']],
])('of talks with { %s } are read: %j', async (selection, read) => {
  expect(await readsOf(selection)).toEqual(read);
});

it.each([
  [true, ['tracks']],
  [false, [tracks]],
])('the relations that are included when %s is read', async (more, read) => {
  const selection = 'nodes { tracks { name description @include(if: $more) } }';
  expect(await readsOf(selection, '($more: Boolean!)', { more })).toEqual(read);
  const skipping = 'nodes { tracks { name ...Rest @skip(if: $less) } } } } } fragment Rest on Track { description ';
  const skipped = `query ($less: Boolean!) { event(id: "${id}") { talks { ${skipping} }`;
  service.takeStatements();
  await askData(service, skipped, { variables: { less: !more } });
  expect(service.takeStatements().join().includes('"k"."description"')).toBe(more);
});

it('are equal whether selected once, twice, or on single talks', async () => {
  const both =
    'title names: speakers { name } speakers { id name } tracks { name } whole: tracks { description talkCount }';
  const { event } = await askData(
    service,
    `{ event(id: "${id}") { talks { nodes { id ${both} } edges { node { id ${both} } } } } }`,
  );
  const { nodes, edges } = event.talks;
  expect(edges.map(({ node }: { node: unknown }) => node)).toEqual(nodes);
  expect(nodes).toMatchObject([
    { title: 'First', names: [{ name: 'First Speaker' }], whole: [{ description: 'First', talkCount: 1 }] },
    { title: 'Second', names: [{ name: 'Second Speaker' }], whole: [{ description: 'Second', talkCount: 1 }] },
  ]);
  for (const talk of nodes)
    expect((await askData(service, `{ talk(id: "${talk.id}") { id ${both} } }`)).talk).toEqual(talk);
});

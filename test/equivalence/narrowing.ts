import { filters, picked, type Choice } from './choice.js';
import type { Pools } from './pools.js';
import type { Parameter } from './question.js';

/** The filters of a list, for v2.1 and for GraphQL. */
export interface Narrowing {
  readonly parameters: readonly Parameter[];
  readonly variables: Readonly<Record<string, unknown>>;
}
export type Narrow = (choice: Choice, pools: Pools) => Narrowing;

/** A substring from the middle of a text, without splitting surrogate pairs. */
function pieceOf(texts: readonly string[], [text, place]: Choice['picks']): string {
  const characters = [...(picked(texts, text) ?? '')];
  const from = characters.length === 0 ? 0 : place % characters.length;
  return characters.slice(from, from + 3).join('');
}

const swapCase = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

/** Contract §3.2, GET `/events`. */
export const eventNarrowing: Narrow = ({ filter, from, until, by, picks }, { names, tags, stubs }) => {
  const title = by === 'words' ? pieceOf(names, picks) : undefined;
  const stub = by === 'name' ? swapCase(picked(stubs, picks[0])?.['name'] ?? 'none') : undefined;
  const [one = 'php', other = 'c#'] = picks.map((pick) => picked(tags, pick));
  const wanted: Partial<Record<Choice['by'], Parameter[]>> = {
    tag: [['tags', one]],
    tags: [
      ['tags[]', one],
      ['tags[]', ` ${swapCase(other)} `],
    ],
  };
  const tagged = wanted[by] ?? [];
  const given = { filter, title, stub, startdate: from?.text, enddate: until?.text };
  const parameters = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    parameters: [...parameters, ...tagged],
    variables: {
      filter: filter === undefined ? undefined : filters[filter],
      title: title === '' ? undefined : title,
      stub,
      tags: tagged.length > 0 ? tagged.map(([, tag]) => tag) : undefined,
      from: from?.readable ? from.text : undefined,
      until: until?.readable ? until.text : undefined,
    },
  };
};

/** There is no list of all talks (spec §1). */
export const titleNarrowing: Narrow = ({ picks }, { titles }) => {
  const words = pieceOf(titles, picks) || 'a';
  return { parameters: [['title', words]], variables: { words } };
};

/** Contract §3.9. */
export const userNarrowing: Narrow = ({ by, picks }, { usernames, names }) => {
  const username = by === 'name' ? swapCase(picked(usernames, picks[0])?.['name'] ?? 'nobody') : undefined;
  const keyword = by === 'words' || by === 'tag' ? pieceOf(names, picks) : undefined;
  const parameters = Object.entries({ username, keyword }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { parameters, variables: { username, keyword: keyword === '' ? undefined : keyword } };
};

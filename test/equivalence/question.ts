/** One question that both doors are asked. */
export interface Question {
  /** The path of v2.1, its places filled. */
  readonly path: string;
  /** The parameters that narrow a list, in the order in which they are sent. */
  readonly narrowing: readonly Parameter[];
  readonly verbose: boolean;
  readonly start: number | undefined;
  readonly size: number | undefined;
  /** What the operation of the graph may want to know. */
  readonly variables: Readonly<Record<string, unknown>>;
}

export type Parameter = readonly [name: string, value: string];

/** Spec §8, contract §1.6. */
const DEFAULT_SIZE = 20;
/** The graph gives no more at once (decisions.md, Values): no list of a world is longer. */
const MOST = 100;

/** The part of a list that is asked for. */
export interface Part {
  /** Undefined: the list begins where it likes. */
  readonly start: number | undefined;
  /** 0: everything. */
  readonly size: number;
}

/** `resultsperpage=0` is everything, and `start` then means nothing (contract §1.6). */
export function partOf({ start, size = DEFAULT_SIZE }: Pick<Question, 'start' | 'size'>): Part {
  return { start: size === 0 ? 0 : start, size };
}

/** The same in the words of the graph. */
export function placeOf({ start, size }: Part): { offset: number | undefined; limit: number } {
  return { offset: start, limit: size === 0 ? MOST : Math.min(size, MOST) };
}

/** What is sent: the parameters, those of paging last. */
export function parametersOf({ verbose, narrowing, start, size }: Question): Parameter[] {
  return [
    ...(verbose ? [['verbose', 'yes'] as const] : []),
    ...narrowing,
    ...(start === undefined ? [] : [['start', String(start)] as const]),
    ...(size === undefined ? [] : [['resultsperpage', String(size)] as const]),
  ];
}

export function addressOf(question: Question): string {
  const query = new URLSearchParams(
    parametersOf(question).map(([name, value]): [string, string] => [name, value]),
  ).toString();
  return query === '' ? question.path : `${question.path}?${query}`;
}

/** Parameters as PHP writes them (contract §1.6): arrays are numbered, and an asterisk is no exception. */
export function written(parameters: readonly Parameter[]): string {
  const counts = new Map<string, number>();
  const numbered = parameters.map(([name, value]): [string, string] => {
    if (!name.endsWith('[]')) return [name, value];
    const place = counts.get(name) ?? 0;
    counts.set(name, place + 1);
    return [`${name.slice(0, -1)}${place}]`, value];
  });
  return new URLSearchParams(numbered).toString().replaceAll('*', '%2A');
}

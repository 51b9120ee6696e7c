/** One request, sent to both APIs. */
export interface Question {
  /** The v2.1 path with parameter values. */
  readonly path: string;
  /** The filters of a list, in the order in which they are sent. */
  readonly narrowing: readonly Parameter[];
  readonly verbose: boolean;
  readonly start: number | undefined;
  readonly size: number | undefined;
  /** Possible variables of the GraphQL operation. */
  readonly variables: Readonly<Record<string, unknown>>;
}

export type Parameter = readonly [name: string, value: string];

/** Spec §8, contract §1.6. */
const DEFAULT_SIZE = 20;
/** Maximum page size of GraphQL (decisions no. 68): no list of a world is longer. */
const MOST = 100;

/** The requested page of a list. */
export interface Part {
  /** Undefined: the server chooses the offset. */
  readonly start: number | undefined;
  /** 0: all records. */
  readonly size: number;
}

/** `resultsperpage=0` returns everything and ignores `start` (contract §1.6). */
export function partOf({ start, size = DEFAULT_SIZE }: Pick<Question, 'start' | 'size'>): Part {
  return { start: size === 0 ? 0 : start, size };
}

/** The equivalent GraphQL arguments. */
export function placeOf({ start, size }: Part): { offset: number | undefined; limit: number } {
  return { offset: start, limit: size === 0 ? MOST : Math.min(size, MOST) };
}

/** The query parameters, paging last. */
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

/** Query parameters in PHP's format (contract §1.6): arrays are numbered, and asterisks are encoded. */
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

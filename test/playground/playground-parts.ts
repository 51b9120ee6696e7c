import type { GraphQLSchema } from 'graphql';

type Variables = Readonly<Record<string, unknown>>;
type Kinds = Readonly<Record<string, object | undefined>>;

/** The modules of the playground that need no browser: `.config/playground` is bundled, not compiled. */
interface Parts {
  readonly v2Address: (
    pattern: string,
    variables: Variables,
  ) => { readonly method: string; readonly path: string; readonly isWhole: boolean };
  readonly exampleVariables: (
    schema: GraphQLSchema | null,
    text: string,
    pattern: string,
    known: { readonly records: Kinds; readonly demo: null },
  ) => Variables;
  readonly namedOperation: (
    search: string,
    service: { readonly documents: Readonly<Record<string, string>>; readonly pageSize: number },
  ) => { readonly initialQuery?: string; readonly initialVariables?: string };
  readonly operationGroups: (patterns: Readonly<Record<string, readonly string[]>>) => readonly Group[];
  readonly withFreshName: (params: Sent) => Sent;
  readonly matching: (groups: readonly Group[], filter: string) => readonly Group[];
}

interface Sent {
  readonly query: string;
  readonly operationName?: string | undefined;
}

type Group = readonly [string, readonly { readonly name: string; readonly pattern: string }[]];

const part = async <Name extends keyof Parts>(file: string, name: Name): Promise<Parts[Name]> => {
  const address = new URL(`../../../.config/playground/${file}.js`, import.meta.url).href;
  return ((await import(address)) as Parts)[name];
};

export const v2Address = await part('v2-address', 'v2Address');
export const exampleVariables = await part('example-variables', 'exampleVariables');
export const namedOperation = await part('named-operation', 'namedOperation');
export const operationGroups = await part('operation-list', 'operationGroups');
export const matching = await part('operation-list', 'matching');
export const withFreshName = await part('fresh-operation-name', 'withFreshName');

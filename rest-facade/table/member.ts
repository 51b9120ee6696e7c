import type { JsonText } from '../wire/json.js';
import type { JsonSchema } from '../wire/json-schema.js';
import type { AskingFragment } from '../operations/documents.generated.js';
import type { WireRequest } from '../wire/request.js';

/** Makes a value available to generated code, and returns its name there. */
export type Bind = (value: unknown) => string;
/** Returns a JavaScript expression of `node`, `request`, `viewer` and `parent`. */
export type Code = (bind: Bind) => string;

const PATH = /^[a-z]\w*(\.[a-z]\w*)*$/i;
const PARAMETER = /\{([\w.]+)\}/;

/** The value at a path; null if an object on the path is null. */
export function pathCode(path: string): string {
  if (!PATH.test(path)) throw new Error(`${path} is not a path of GraphQL fields`);
  if (path.startsWith('parent.')) return path;
  return path.includes('.') ? `(node.${path.replaceAll('.', '?.')} ?? null)` : `node.${path}`;
}

/** The paths in a URL template: `/talks/{id}/comments` reads `id`. */
export const pathsOf = (template: string): string[] => template.split(PARAMETER).filter((_, index) => index % 2 === 1);

/**
 * The JSON text of a URL. IDs and encoded parameters need no escaping.
 *
 * @param base expression of its start, already escaped
 * @param isOptional whether it is null if a parameter is null
 */
export function templateCode(
  base: string,
  template: string,
  isOptional: boolean,
  encode?: (text: string) => string,
): Code {
  const values = pathsOf(template).map(pathCode);
  return (bind) => {
    const valueOf = (path: string) => (encode ? `${bind(encode)}(${pathCode(path)})` : pathCode(path));
    const parts = template
      .split(PARAMETER)
      .map((part, index) => (index % 2 === 1 ? valueOf(part) : JSON.stringify(part)))
      .filter((part) => part !== '""');
    const url = [`'"'`, base, ...parts, `'"'`].join(' + ');
    return isOptional ? `(${values.map((value) => `${value} === null`).join(' || ')} ? 'null' : ${url})` : url;
  };
}

/** The authenticated user. */
export type Viewer = AskingFragment['viewer'];

/** How the OpenAPI document describes a member, where the description of the GraphQL field is not enough. */
export interface Documentation {
  /** Overrides the type where v2.1 encodes the value differently from GraphQL. */
  readonly schema?: JsonSchema;
  /** Replaces the description of the GraphQL field. */
  readonly description?: string;
  /** Appended to the description of the GraphQL field. */
  readonly note?: string;
  /** Path of the GraphQL field that describes the member; by default the one that it shows. */
  readonly describedBy?: string;
}

/** When an optional member is present. */
export interface Condition<in Reads> {
  readonly reads: readonly string[];
  readonly code: Code;
  /** Never set: carries the type parameter. */
  readonly typeOfReads?: ((node: Reads) => void) | undefined;
}

/**
 * One member of a record: a row that yields its part of the serializer, the selection and the OpenAPI schema.
 *
 * @typeParam Reads the part of the GraphQL type that it reads
 * @typeParam Selected the same in the result of an operation, which may lack members of the verbose form
 */
export interface Member<in Reads, in Selected = Reads> {
  /** Paths of the fields that it reads: `title`, `user.fullName`; `source?` only if the variable `$verbose` is true. */
  readonly reads: readonly string[];
  /** Its JSON text. */
  readonly code: Code;
  readonly documentation: Documentation;
  /** Path of the field that it shows unchanged. */
  readonly plain?: string;
  readonly isVerbose?: true;
  /** The member that it follows in the verbose form, if its position differs from that in the plain form. */
  readonly verboseAfter?: string;
  /** When it is present: completes the sentence `Only …`. */
  readonly only?: string;
  /** By default, an optional member is present unless its value is null. */
  readonly condition?: Condition<never>;
  /** Never set: carry the type parameters. */
  readonly typeOfReads?: ((node: Reads) => void) | undefined;
  readonly typeOfSelected?: ((node: Selected) => void) | undefined;
}

/** A table of members by name, in the order of the contract. */
export type Members = Readonly<Record<string, Member<never, never>>>;

/** What a record reads of the one that contains it, by paths such as `parent.id`. */
export type ParentOf<Node> = Node extends { readonly parent: infer Parent } ? Parent : unknown;

/** Serializes a GraphQL result. @param parent the record that contains it, if the table reads `parent` */
export type Serialize<Node, Result> = (
  node: Omit<Node, 'parent'>,
  request: WireRequest,
  viewer: Viewer,
  ...parent: Node extends { readonly parent: unknown } ? [parent: ParentOf<Node>] : []
) => Result;

/** A record of v2.1: its serializer, and the table from which everything else is derived. */
export type WireRecord<Node> = Serialize<Node, JsonText> & RecordTable & { readonly write: Serialize<Node, string> };

export interface RecordTable {
  /** Name of the OpenAPI component. The GraphQL fragment is named after it: `TalkRecord`. */
  readonly recordName: string;
  readonly graphType: string;
  readonly members: Members;
}

/** What a row may show without a conversion. */
export type Plain = string | number | boolean | null | readonly string[];

/**
 * The part of a GraphQL result that a path reads: `user.fullName` reads `{ user: { fullName } }`. An object on the way
 * may be null if the value may be null.
 */
export type Shape<Path extends string, Value> = Path extends `${infer Head}.${infer Rest}`
  ? { readonly [Name in Head]: Shape<Rest, Value> | (null extends Value ? null : never) }
  : { readonly [Name in Path]: Value };

/** The paths in a URL template: `/talks/{id}/comments` reads `id`. */
export type PathsIn<Template extends string> = Template extends `${string}{${infer Path}}${infer Rest}`
  ? Path | PathsIn<Rest>
  : never;

/** Intersection of the members of a union. */
export type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What several paths read together. */
export type Shapes<Path extends string, Value> = AllOf<Path extends string ? Shape<Path, Value> : never>;

/** What a member of the verbose form reads: the operation selects it only if `$verbose` is true. */
export type Sometimes<Node> = Node extends readonly unknown[]
  ? Node
  : Node extends object
    ? { readonly [Name in keyof Node]?: Sometimes<Node[Name]> | undefined }
    : Node;

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

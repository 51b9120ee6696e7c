import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionNode, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** Variables that `@include` and `@skip` on the path to a field require to be true or false. */
type Conditions = readonly { readonly variable: string; readonly is: boolean }[];

interface Asked {
  readonly field: FieldNode;
  readonly when: Conditions;
}

/** A field position in an operation: the part of the resolve info that describes the selection. */
export type Place = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/** Memoizes the selected subfields per field node, so that later requests only evaluate variables. */
const known = new WeakMap<FieldNode, readonly Asked[]>();

function allAskedOf(field: FieldNode, fragments: Fragments): readonly Asked[] {
  let asked = known.get(field);
  if (!asked) known.set(field, (asked = askedIn(field.selectionSet, fragments, [])));
  return asked;
}

const areMet = (conditions: Conditions, variables: Place['variableValues']): boolean =>
  conditions.every(({ variable, is }) => (variables[variable] === true) === is);

/** Returns a predicate: does the operation select only these fields of the record? Then a cheaper query suffices. */
export function asksOnlyFor(names: Iterable<string>): (place: Place) => boolean {
  const wanted = new Set(names);
  const others = new WeakMap<FieldNode, readonly Conditions[]>();
  const isOther = ({ field }: Asked) => !wanted.has(field.name.value);
  return ({ fieldNodes, fragments, variableValues }) => {
    for (const field of fieldNodes) {
      let conditions = others.get(field);
      if (!conditions) {
        conditions = allAskedOf(field, fragments)
          .filter(isOther)
          .map(({ when }) => when);
        others.set(field, conditions);
      }
      for (const when of conditions) if (areMet(when, variableValues)) return false;
    }
    return true;
  };
}

const TYPE = '__typename';

/** Whether the payload selects only the ID of this member, so that the mutation need not load the record. */
export function asksForIdAlone(place: Place, member: string): boolean {
  const isId = ({ name }: FieldNode) => name.value === 'id' || name.value === TYPE;
  return fieldsAsked(place).every(
    (field) =>
      field.name.value === TYPE ||
      (field.name.value === member && fieldsAsked({ ...place, fieldNodes: [field] }).every(isId)),
  );
}

function fieldsAsked({ fieldNodes, fragments, variableValues }: Place): FieldNode[] {
  return fieldNodes.flatMap((place) =>
    allAskedOf(place, fragments)
      .filter(({ when }) => areMet(when, variableValues))
      .map(({ field }) => field),
  );
}

/** The fields selected on the nodes of a connection, through `nodes` or `edges`, with their names. */
export function askedOfNodes(place: Place): (Place & { readonly name: string })[] {
  const below = (at: Place, name: string): Place => {
    const fieldNodes = fieldsAsked(at).filter((field) => field.name.value === name);
    return { ...at, fieldNodes };
  };
  return [below(place, 'nodes'), below(below(place, 'edges'), 'node')].flatMap((records) =>
    fieldsAsked(records).map((field) => ({ ...place, fieldNodes: [field], name: field.name.value })),
  );
}

function askedIn(selectionSet: SelectionSetNode | undefined, fragments: Fragments, outer: Conditions): Asked[] {
  return (selectionSet?.selections ?? []).flatMap((selection) => {
    const when = [...outer, ...conditionsOf(selection)];
    if (selection.kind === Kind.FIELD) return [{ field: selection, when }];
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value]?.selectionSet : selection.selectionSet;
    return askedIn(inner, fragments, when);
  });
}

/** Treats a literal condition as met, which may read more than needed but never less. */
function conditionsOf({ directives = [] }: SelectionNode): Conditions {
  return directives.flatMap(({ name, arguments: [condition] = [] }) =>
    condition?.value.kind === Kind.VARIABLE
      ? [{ variable: condition.value.name.value, is: name.value === 'include' }]
      : [],
  );
}

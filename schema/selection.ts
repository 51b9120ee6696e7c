import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionNode, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** What `@include` and `@skip` on the way to a field want of the operation's variables. */
type Conditions = readonly { readonly variable: string; readonly is: boolean }[];

interface Asked {
  readonly field: FieldNode;
  readonly when: Conditions;
}

/** A place in an operation: what a resolver is told of where it stands. */
export type Place = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/** What the fields of a document ask for: looked through once for each, then only variables are looked at. */
const known = new WeakMap<FieldNode, readonly Asked[]>();

function allAskedOf(field: FieldNode, fragments: Fragments): readonly Asked[] {
  let asked = known.get(field);
  if (!asked) known.set(field, (asked = askedIn(field.selectionSet, fragments, [])));
  return asked;
}

const areMet = (conditions: Conditions, variables: Place['variableValues']): boolean =>
  conditions.every(({ variable, is }) => (variables[variable] === true) === is);

/** Tells a resolver whether its record is asked for nothing but the fields with these names: then less need be read. */
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

/** Tells a mutation whether its payload is asked for nothing but the id of this member: then that need not be read. */
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

/** The places of the fields that are asked of the records of a connection, with their names. */
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

/** A condition that is written out, and is no variable, is taken as met: then more is read than is needed. */
function conditionsOf({ directives = [] }: SelectionNode): Conditions {
  return directives.flatMap(({ name, arguments: [condition] = [] }) =>
    condition?.value.kind === Kind.VARIABLE
      ? [{ variable: condition.value.name.value, is: name.value === 'include' }]
      : [],
  );
}

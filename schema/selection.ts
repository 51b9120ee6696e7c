import {
  Kind,
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLResolveInfo,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** What `@include` and `@skip` on the path to a field require: literals or variables that must be true or false. */
type Conditions = readonly { readonly value: ValueNode; readonly is: boolean }[];

interface SelectedField {
  readonly field: FieldNode;
  readonly conditions: Conditions;
}

/** A field position in an operation: the part of the resolve info that describes the selection. */
export type SelectionInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/** Memoizes the selected subfields per field node, so that later requests only evaluate variables. */
const known = new WeakMap<FieldNode, readonly SelectedField[]>();

function selectedFieldsOf(field: FieldNode, fragments: Fragments): readonly SelectedField[] {
  let selected = known.get(field);
  if (!selected) known.set(field, (selected = collectFields(field.selectionSet, fragments, [])));
  return selected;
}

const areMet = (conditions: Conditions, variables: SelectionInfo['variableValues']): boolean =>
  conditions.every(({ value, is }) => (valueFromASTUntyped(value, variables) === true) === is);

/** Returns a predicate: does the operation select only these fields of the record? Then a cheaper query suffices. */
export function selectsOnly(names: Iterable<string>): (info: SelectionInfo) => boolean {
  const wanted = new Set(names);
  const others = new WeakMap<FieldNode, readonly Conditions[]>();
  const isOther = ({ field }: SelectedField) => !wanted.has(field.name.value);
  return ({ fieldNodes, fragments, variableValues }) => {
    for (const field of fieldNodes) {
      let conditions = others.get(field);
      if (!conditions) {
        conditions = selectedFieldsOf(field, fragments)
          .filter(isOther)
          .map(({ conditions }) => conditions);
        others.set(field, conditions);
      }
      for (const when of conditions) if (areMet(when, variableValues)) return false;
    }
    return true;
  };
}

const TYPE = '__typename';

/**
 * Whether the payload selects only the ID of this member, so that the mutation need not load the record.
 *
 * @param known members whose value the mutation has anyway
 */
export function selectsOnlyId(info: SelectionInfo, member: string, ...known: readonly string[]): boolean {
  const isId = ({ name }: FieldNode) => name.value === 'id' || name.value === TYPE;
  return includedFields(info).every(
    (field) =>
      field.name.value === TYPE ||
      known.includes(field.name.value) ||
      (field.name.value === member && includedFields({ ...info, fieldNodes: [field] }).every(isId)),
  );
}

/** Whether the operation selects this field of the record. */
export const selects = ({ fieldNodes, fragments, variableValues }: SelectionInfo, name: string): boolean =>
  fieldNodes.some((node) =>
    selectedFieldsOf(node, fragments).some(
      ({ field, conditions }) => field.name.value === name && areMet(conditions, variableValues),
    ),
  );

/** The selected fields of the record whose conditions (`@include`, `@skip`) are met. */
export function includedFields({ fieldNodes, fragments, variableValues }: SelectionInfo): FieldNode[] {
  return fieldNodes.flatMap((info) =>
    selectedFieldsOf(info, fragments)
      .filter(({ conditions }) => areMet(conditions, variableValues))
      .map(({ field }) => field),
  );
}

/** The fields selected on the nodes of a connection, through `nodes` or `edges`, with their names. */
export function selectedNodeFields(info: SelectionInfo): (SelectionInfo & { readonly name: string })[] {
  const below = (at: SelectionInfo, name: string): SelectionInfo => {
    const fieldNodes = includedFields(at).filter((field) => field.name.value === name);
    return { ...at, fieldNodes };
  };
  return [below(info, 'nodes'), below(below(info, 'edges'), 'node')].flatMap((records) =>
    includedFields(records).map((field) => ({ ...info, fieldNodes: [field], name: field.name.value })),
  );
}

function collectFields(
  selectionSet: SelectionSetNode | undefined,
  fragments: Fragments,
  outer: Conditions,
): SelectedField[] {
  return (selectionSet?.selections ?? []).flatMap((selection) => {
    const conditions = [...outer, ...conditionsOf(selection)];
    if (selection.kind === Kind.FIELD) return [{ field: selection, conditions }];
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value]?.selectionSet : selection.selectionSet;
    return collectFields(inner, fragments, conditions);
  });
}

function conditionsOf({ directives = [] }: SelectionNode): Conditions {
  return directives.flatMap(({ name, arguments: [condition] = [] }) =>
    condition ? [{ value: condition.value, is: name.value === 'include' }] : [],
  );
}

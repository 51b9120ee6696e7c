import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

const selections = new WeakMap<FieldNode, ReadonlySet<string>>();

/** The names of the fields that an operation selects of what a resolver answers, whichever way they are reached. */
export function selectedFields({ fieldNodes, fragments }: GraphQLResolveInfo): string[] {
  return fieldNodes.flatMap((field) => {
    let names = selections.get(field);
    if (!names) selections.set(field, (names = new Set(namesIn(field.selectionSet, fragments))));
    return [...names];
  });
}

function namesIn(selectionSet: SelectionSetNode | undefined, fragments: Fragments): string[] {
  return (selectionSet?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value]?.selectionSet : selection.selectionSet;
    return namesIn(inner, fragments);
  });
}

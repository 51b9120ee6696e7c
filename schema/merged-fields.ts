import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** A response field: all selections with one response name, merged as in execution (`CollectFields`). */
export interface MergedField {
  readonly responseName: string;
  readonly parentType: GraphQLCompositeType;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
  /** Empty for leaf fields. */
  readonly fields: readonly MergedField[];
}

const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

const known = new WeakMap<OperationDefinitionNode, readonly MergedField[]>();

/**
 * Returns the root fields of a validated operation with their subfields, fragments merged; ignores directives. Memoized
 * per operation. Requires a prior `checkShape`, because every fragment is expanded at every spread.
 */
export function mergedFieldsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly MergedField[] {
  let fields = known.get(operation);
  if (!fields) {
    const root = schema.getRootType(operation.operation);
    fields = root ? mergeIn(schema, document)(root, [operation.selectionSet]) : [];
    known.set(operation, fields);
  }
  return fields;
}

type Group = Omit<MergedField, 'fields' | 'nodes'> & { readonly nodes: FieldNode[] };

function mergeIn(schema: GraphQLSchema, { definitions }: DocumentNode) {
  const fragments = new Map(
    definitions
      .filter((definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const typeNamed = (name: string | undefined, otherwise: GraphQLCompositeType): GraphQLCompositeType => {
    const type = name === undefined ? otherwise : schema.getType(name);
    return isCompositeType(type) ? type : otherwise;
  };

  const merge = (type: GraphQLCompositeType, selectionSets: readonly SelectionSetNode[]): MergedField[] => {
    const groups = new Map<string, Group>();
    const spread = new Set<string>();
    for (const selectionSet of selectionSets) collect(type, selectionSet, groups, spread);
    return [...groups.values()].map((group) => {
      const below = getNamedType(group.definition.type);
      const selectionSets = group.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      return { ...group, fields: isCompositeType(below) ? merge(below, selectionSets) : [] };
    });
  };

  const collect = (
    type: GraphQLCompositeType,
    { selections }: SelectionSetNode,
    groups: Map<string, Group>,
    spread: Set<string>,
  ): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        addTo(groups, type, selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(typeNamed(selection.typeCondition?.name.value, type), selection.selectionSet, groups, spread);
      } else {
        const fragment = fragments.get(selection.name.value);
        if (!fragment || spread.has(fragment.name.value)) continue;
        spread.add(fragment.name.value);
        collect(typeNamed(fragment.typeCondition.name.value, type), fragment.selectionSet, groups, spread);
      }
    }
  };
  return merge;
}

function addTo(groups: Map<string, Group>, parentType: GraphQLCompositeType, node: FieldNode): void {
  const name = node.name.value;
  const fields = isObjectType(parentType) || isInterfaceType(parentType) ? parentType.getFields() : {};
  const definition = metaFields.get(name) ?? (Object.hasOwn(fields, name) ? fields[name] : undefined);
  if (!definition) return;
  const responseName = node.alias?.value ?? name;
  // Union members may use one response name for different fields.
  const key = `${parentType.name} ${responseName}`;
  const group = groups.get(key);
  if (group) group.nodes.push(node);
  else groups.set(key, { responseName, parentType, definition, nodes: [node] });
}

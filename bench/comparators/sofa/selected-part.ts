import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FragmentSpreadNode,
  type GraphQLFieldConfig,
  type GraphQLSchema,
} from 'graphql';
import { installed } from '../installed.js';

type Mapper =
  | ((field: GraphQLFieldConfig<unknown, unknown>, name: string, type: string) => unknown)
  | ((type: GraphQLObjectType) => GraphQLObjectType);

interface SchemaTools {
  mapSchema(schema: GraphQLSchema, mapper: Record<string, Mapper>): GraphQLSchema;
  pruneSchema(schema: GraphQLSchema): GraphQLSchema;
  readonly MapperKind: { readonly OBJECT_FIELD: string; readonly OBJECT_TYPE: string };
}

/** Reduces the schema to the fields that an operation selects with these variables. */
export async function selectedPart(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): Promise<GraphQLSchema> {
  const fields = selectedFields(schema, document, variables);
  const { mapSchema, pruneSchema, MapperKind } = await installed<SchemaTools>('@graphql-tools/utils');
  return pruneSchema(
    mapSchema(schema, {
      // Without its interfaces, which would require their fields.
      [MapperKind.OBJECT_TYPE]: (type: GraphQLObjectType) =>
        new GraphQLObjectType({ ...type.toConfig(), interfaces: [] }),
      [MapperKind.OBJECT_FIELD]: (field: GraphQLFieldConfig<unknown, unknown>, name: string, type: string) =>
        fields.has(`${type}.${name}`) ? field : null,
    }),
  );
}

/** Collects the selected fields as `Type.field`, without excluded fragments and without the viewer. */
function selectedFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const leftOut = new Set<string>(['Asking']);
  const isIncluded = (node: FragmentSpreadNode) =>
    getDirectiveValues(GraphQLIncludeDirective, node, { ...variables })?.['if'] !== false;
  visit(document, {
    FragmentSpread(node) {
      if (!isIncluded(node)) leftOut.add(node.name.value);
    },
  });
  const fields = new Set<string>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      FragmentDefinition: (node) => (leftOut.has(node.name.value) ? false : undefined),
      Field(node) {
        const included = getDirectiveValues(GraphQLIncludeDirective, node, { ...variables })?.['if'] !== false;
        if (!included) return false;
        fields.add(`${types.getParentType()?.name}.${node.name.value}`);
        return undefined;
      },
    }),
  );
  return fields;
}

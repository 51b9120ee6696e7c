import { Kind, separateOperations, type DocumentNode, type OperationDefinitionNode } from 'graphql';

/** Memoized per operation: Apollo parses equal texts once. */
const known = new WeakMap<OperationDefinitionNode, DocumentNode>();

/**
 * The part of a validated document that an operation runs: the operation and the fragments that it reaches. Other
 * operations have other variables, on which their fragments may depend. The nodes remain the same.
 */
export function ownDocumentOf(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  let own = known.get(operation);
  if (!own) known.set(operation, (own = separated(document, operation)));
  return own;
}

function separated(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const isShared = document.definitions.some(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition !== operation,
  );
  return (isShared && separateOperations(document)[operation.name?.value ?? '']) || document;
}

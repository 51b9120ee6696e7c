import { ApolloServerErrorCode } from '@apollo/server/errors';
import {
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../src/core/context.js';
import { createTableSizes } from '../src/database/sql/table-sizes.js';
import type { FairQueue } from '../src/core/common/fair-queue.js';
import { createKeyedQueues } from '../src/core/common/keyed-queue.js';
import { domainError } from '../src/core/errors.js';
import { createCosts, costOfScans, type Scan } from './costs.js';
import { allowanceOf, checkCost, checkShape, limits, type Cost } from './limits.js';
import { mergedFieldsOf, type MergedField } from './merged-fields.js';
import { identityOf, pace, queueIn, turnOf, unlessAbandoned } from './pacing.js';
import { problemOfFiles } from './uploads.js';
import { declaredOf, problemOfSize, problemOfTypes, type Variables } from './variables.js';

/** `extensions.cost` of a response: the cost of the operation and the maximum for the caller. */
export interface ReportedCost extends Cost {
  readonly most: Cost;
}

/** A parsed and valid operation with the variables of a request, as received. */
export interface RequestedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** SHA-256 of the document's text, in hex. */
  readonly queryHash: string;
  readonly variables: Variables;
  readonly context: Context;
}

/** What an operation may read and write. */
export interface MeasuredOperation {
  /** The variables that the operation declares. */
  readonly variables: Variables;
  readonly cost: ReportedCost;
  /** Whether it may scan a table. */
  readonly mayScan: boolean;
}

/** The limits on ad-hoc operations. */
export interface OperationLimits {
  /** @throws GraphQLError or DomainError if the variables are invalid, or the shape exceeds a limit */
  readonly measure: (requested: RequestedOperation) => Promise<MeasuredOperation>;
  /** Queues an operation, paces an expensive one. @throws DomainError TOO_LARGE if it is too expensive for the caller */
  readonly admit: (measured: MeasuredOperation, requested: RequestedOperation) => void;
}

/**
 * Creates the limits on depth and cost of operations.
 *
 * @param suggests whether errors may suggest names from the schema
 * @param isTrusted whether the document with this hash is one of the operator's trusted documents
 * @param queueOf in which the cheap queries of all callers take turns
 */
export function createOperationLimits(
  schema: GraphQLSchema,
  suggests: boolean,
  isTrusted: (queryHash: string) => boolean,
  queueOf: FairQueue,
): OperationLimits {
  const costOf = createCosts(schema);
  const tableSizes = createTableSizes();
  const scanQueueOf = createKeyedQueues(limits.scans.concurrent, limits.scans.pending);
  const pacedQueueOf = createKeyedQueues(limits.paced.concurrent, limits.paced.pending);
  const scanCost = async (scans: readonly Scan[], { reads }: Context) =>
    costOfScans(scans, await tableSizes(reads.scope.run));
  return {
    async measure({ document, operation, queryHash, variables: given, context }) {
      const variables = declaredOf(operation, given);
      throwIf(problemOfSize(variables));
      if (operation.operation === OperationTypeNode.MUTATION) throwIf(problemOfFiles(document, operation, variables));
      const { rows, values, scans, mayScan } = costOf(document, operation, variables, () => {
        throwIf(problemOfTypes(schema, operation, variables, suggests));
        checkShape(document, operation);
        if (!isTrusted(queryHash)) checkResponseNames(mergedFieldsOf(schema, document, operation));
      });
      const scanned = scans.length === 0 || isTrusted(queryHash) ? 0 : await scanCost(scans, context);
      return { variables, cost: { rows: rows + scanned, values, most: allowanceOf(context.viewer) }, mayScan };
    },
    admit({ cost, mayScan }, { operation, queryHash, context }) {
      checkCost(cost, cost.most);
      const isFree = isTrusted(queryHash);
      if (mayScan && !isFree) context.reads.scans.throttle(scanQueueOf(identityOf(context)));
      const isLarge = cost.values > limits.paced.values && !isFree;
      if (isLarge) pace(context);
      // A queued mutation may hold a pool connection that operations ahead of it need, so mutations never queue.
      // Subscriptions have waited their turn before they are executed (fair-runs.ts).
      if (operation.operation !== OperationTypeNode.QUERY || context.subscription) return;
      if (isLarge) queueIn(context, unlessAbandoned(pacedQueueOf(identityOf(context))));
      // Scans wait for each other, and would hold places that they do not use.
      else if (!mayScan) queueIn(context, unlessAbandoned(turnOf(queueOf, context)));
    },
  };
}

function throwIf(problem: GraphQLError | undefined): void {
  if (problem) throw badRequest(ApolloServerErrorCode.BAD_USER_INPUT, problem.message, problem);
}

export function badRequest(code: ApolloServerErrorCode, message: string, at?: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes: at?.nodes ?? null, extensions: { code, http: { status: 400 } } });
}

const checked = new WeakSet<readonly MergedField[]>();

/**
 * Bounds amplification by aliases: each alias of a field repeats the whole value of the field.
 *
 * @throws DomainError TOO_LARGE if there are too many root fields, or too many aliases of one field below the root
 */
function checkResponseNames(rootFields: readonly MergedField[]): void {
  if (checked.has(rootFields)) return;
  if (rootFields.length > limits.rootFields) throw domainError('TOO_LARGE', 'TOO_COSTLY');
  for (const [name, most] of limits.uses) {
    if (rootFields.filter(({ definition }) => definition.name === name).length > most) {
      throw domainError('TOO_LARGE', 'TOO_COSTLY');
    }
  }
  for (const { fields } of rootFields) checkBelow(fields);
  checked.add(rootFields);
}

function checkBelow(fields: readonly MergedField[]): void {
  const counts = new Map<unknown, number>();
  for (const { definition, parentType, fields: below } of fields) {
    // Field definitions are unique per type, except `__typename`.
    const key = definition.name === '__typename' ? parentType : definition;
    const count = (counts.get(key) ?? 0) + 1;
    if (count > limits.responseNames) throw domainError('TOO_LARGE', 'TOO_COSTLY');
    counts.set(key, count);
    checkBelow(below);
  }
}

import { describe, expect, it } from '@jest/globals';
import { OperationTypeNode, parse, type OperationDefinitionNode } from 'graphql';
import { createSchema } from '../../schema/index.js';
import { allowanceOf, limits } from '../../schema/limits.js';
import { createOperationLimits } from '../../schema/operation-limits.js';
import { runInTurn } from '../../schema/pacing.js';
import { createResponseWriter } from '../../schema/response-plugin.js';
import type { Context } from '../../src/core/context.js';
import { createFairQueue } from '../../src/core/common/fair-queue.js';
import { HttpError } from '../../src/http/http-error.js';
import { emptyResult, runWithRecord, type RequestRecord } from '../../src/telemetry/request/request-record.js';
import { times } from '../rest/at-once.js';

const TEXT = 'x'.repeat(50_000);
/** Longer than what is serialized at once. */
const data = { texts: times(20, () => TEXT) };

const operationOf = (text: string) => parse(text).definitions[0] as OperationDefinitionNode;
const query = operationOf('{ texts }');
const caller = { viewer: { id: '7' }, client: { address: '192.0.2.1' } } as Parameters<
  ReturnType<typeof createResponseWriter>
>[3];

const requestThatRead = (bytes: number): RequestRecord => ({
  ...{ id: 'test', route: null, viewer: null, statements: 0, statementMs: 0, isStream: false, span: undefined },
  resultSize: { ...emptyResult(), bytes },
});

/** As when its connection closes. */
const leave = ({ resultSize }: RequestRecord) => void Object.assign(resultSize, { bytes: 0, isCompleted: true });

/** A writer, and the bytes that it has serialized. */
function startWriter() {
  let serialized = 0;
  const write = createResponseWriter(
    { onDomainError: () => undefined },
    () => false,
    (bytes) => ((serialized += bytes), true),
  );
  const writeFor = (request: RequestRecord, operation = query) =>
    runWithRecord(request, () => write({ data }, operation, undefined, caller)).then(
      (chunks) => chunks.length,
      (error: unknown) => error,
    );
  return { writeFor, serialized: () => serialized };
}

describe('The result of a query whose client has left', () => {
  const refusal = expect.objectContaining({ status: 503, reason: 'OVERLOADED' });

  it('does not wait in memory for its serialization', async () => {
    const { writeFor, serialized } = startWriter();
    const gone = requestThatRead(600_000);
    leave(gone);
    expect(await writeFor(gone)).toEqual(refusal);
    expect(serialized()).toBe(0);
  });

  it('is not serialized in its turn, nor to its end', async () => {
    const { writeFor, serialized } = startWriter();
    const [first, second] = [requestThatRead(600_000), requestThatRead(600_000)];
    const both = Promise.all([writeFor(first), writeFor(second)]);
    leave(first);
    leave(second);
    expect(await both).toEqual([refusal, refusal]);
    expect(serialized()).toBe(0);
  });

  it('is serialized if it is that of a mutation, which is executed', async () => {
    const { writeFor, serialized } = startWriter();
    const gone = requestThatRead(600_000);
    leave(gone);
    const mutation = operationOf('mutation { texts }');
    expect(mutation.operation).toBe(OperationTypeNode.MUTATION);
    expect(await writeFor(gone, mutation)).toBeGreaterThan(1);
    expect(serialized()).toBeGreaterThan(1_000_000);
  });
});

it.each([
  ['large', limits.paced.values + 1],
  ['small', 1],
])('a %s query whose client has left while it waited is not executed', async (_, values) => {
  const operationLimits = createOperationLimits(await createSchema(), false, () => false, createFairQueue(1));
  const run = (request: RequestRecord, work: () => Promise<string>) =>
    runWithRecord(request, () => {
      const context = { ...caller } as Context;
      const cost = { rows: 1, values, most: allowanceOf(context.viewer) };
      const requested = { document: parse('{ texts }'), operation: query, queryHash: '', variables: {}, context };
      operationLimits.admit({ variables: {}, cost, mayScan: false }, requested);
      return runInTurn(context, work).catch((error: unknown) => error);
    });
  const gone = requestThatRead(0);
  const first = run(requestThatRead(0), async () => {
    leave(gone);
    return 'executed';
  });
  const second = run(gone, () => Promise.resolve('executed'));
  expect(await first).toBe('executed');
  expect(await second).toMatchObject({ code: 'UNAVAILABLE', problems: [{ reason: 'OVERLOADED' }] });
});

it('a full queue of results ends the request: an error of the domain would execute it again', async () => {
  const { writeFor } = startWriter();
  const waiting = writeFor(requestThatRead(limits.waitingResults));
  const refused = await writeFor(requestThatRead(1));
  expect(refused).toBeInstanceOf(HttpError);
  expect(refused).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  expect(await waiting).toBeGreaterThan(1);
});

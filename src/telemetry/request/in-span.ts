import { currentRequest } from './record.js';

/** Runs the work in a child span of its request; without tracing, just runs it. */
export function inSpan<Value>(name: string, work: () => Value | Promise<Value>): Value | Promise<Value> {
  const record = currentRequest();
  const outer = record?.span;
  if (!record || !outer) return work();
  const span = (record.span = outer.within(name, { 'graphql.operation.name': name }));
  return (async () => work())().finally(() => {
    span.end();
    record.span = outer;
  });
}

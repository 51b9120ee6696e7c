import type { ClientBase } from 'pg';

declare module 'pg' {
  interface ClientBase {
    /** Enables pipelining: sends statements before earlier ones complete. Incompatible with fetching in batches. */
    pipeline: boolean;
    readonly connection: Connection;
  }
}

/** Runs work whose concurrent queries do not wait for each other's results. */
export async function inPipeline<Value>(client: ClientBase, work: () => Promise<Value>): Promise<Value> {
  client.pipeline = true;
  try {
    return await work();
  } finally {
    client.pipeline = false;
  }
}

/** Collects what `send` sends in one write. */
export function inOneWrite<Value>({ connection: { stream } }: ClientBase, send: () => Value): Value {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

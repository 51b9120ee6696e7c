import { changeKinds, type ChangedType, type ChangeKind } from '../change-kinds.js';

/** A change as a message to a receiver: neither texts nor names, which the receiver reads with its own permissions. */
export interface ChangeToSend {
  readonly kind: ChangeKind;
  /** ISO 8601. */
  readonly at: string;
  readonly eventId: string;
  readonly recordId: string;
  /** Base URL of the service. */
  readonly origin: string;
}

/** Identifies a record in both interfaces. Null for types that v2.1 has no URI for. */
export interface RecordNames {
  readonly uriOf: (origin: string, type: ChangedType, id: string) => string | null;
  readonly nodeIdOf: (record: { readonly type: string; readonly id: string }) => string;
}

/** The body of a message about a change. */
export function changeMessage({ kind, at, eventId, recordId, origin }: ChangeToSend, names: RecordNames): string {
  const { type } = changeKinds[kind];
  const uri = names.uriOf(origin, type, recordId);
  const graph = names.nodeIdOf({ type, id: recordId });
  return JSON.stringify({ type: kind, timestamp: at, data: { id: recordId, eventId, uri, graph } });
}

export const PING = 'ping';

/** The body of a test message. @param now seconds since 1970 */
export const pingMessage = (now: number): string =>
  JSON.stringify({ type: PING, timestamp: new Date(now * 1000).toISOString(), data: {} });

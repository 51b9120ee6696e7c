import type { Change, Wire } from './front.js';

/** Building blocks for changes of responses. */

type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes each JSON body, in any format. */
export const inBodies = (change: (body: unknown, wire: Wire) => unknown): Change => ({
  answers(wire) {
    if (!/^application\/(json|javascript)/.test(wire.headers['content-type'] ?? '') || wire.text === '') return;
    const [, before = '', json = '', after = ''] = /^(\/\*\*\/[\w.$]+\()?([^]*?)(\);)?$/.exec(wire.text) ?? [];
    wire.text = before + JSON.stringify(change(JSON.parse(json), wire)) + after;
  },
});

/** Changes each document: returns the new one, or mutates its argument. */
export const inDocuments = (change: (document: Json, wire: Wire) => Json | void): Change =>
  inBodies((body, wire) => (isObject(body) ? (change(body, wire) ?? body) : body));

/** Changes each `meta`. */
export const inMeta = (change: (meta: Json, wire: Wire, document: Json) => void): Change =>
  inDocuments((document, wire) => {
    if (isObject(document['meta'])) change(document['meta'], wire, document);
  });

/** Changes each object of a document at any depth, except `meta`. */
export const inRecords = (change: (record: Json) => void): Change =>
  inDocuments((document) => {
    for (const [name, value] of Object.entries(document)) if (name !== 'meta') everyObject(value, change);
  });

function everyObject(value: unknown, change: (record: Json) => void): void {
  if (Array.isArray(value)) for (const item of value as unknown[]) everyObject(item, change);
  if (!isObject(value)) return;
  for (const inner of Object.values(value)) everyObject(inner, change);
  change(value);
}

/** Changes a member at any depth. */
export const member = (name: string, change: (value: unknown) => unknown): Change =>
  inRecords((record) => {
    if (name in record) record[name] = change(record[name]);
  });
export const without = (name: string): Change => inRecords((record) => void delete record[name]);
export const header = (name: string, change: (value: string | undefined) => string | undefined): Change => ({
  answers(wire) {
    const value = change(wire.headers[name]);
    if (value === undefined) delete wire.headers[name];
    else wire.headers[name] = value;
  },
});
/** Changes requests for the path. */
export const search = ({ url }: { url: string }) => new URL(url, 'http://any').searchParams;
/** Replaces the response by an error. */
export const refuse = (wire: Wire, status: number, sentence: string) => {
  wire.status = status;
  if (status === 405) wire.headers['allow'] = 'GET';
  wire.text = JSON.stringify([sentence]);
};

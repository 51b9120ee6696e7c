import type { Change, Wire } from './front.js';

/** What changes of answers are made of. */

type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A change of each JSON value that is a body, in whatever form it is wrapped. */
export const inBodies = (change: (body: unknown, wire: Wire) => unknown): Change => ({
  answers(wire) {
    if (!/^application\/(json|javascript)/.test(wire.headers['content-type'] ?? '') || wire.text === '') return;
    const [, before = '', json = '', after = ''] = /^(\/\*\*\/[\w.$]+\()?([^]*?)(\);)?$/.exec(wire.text) ?? [];
    wire.text = before + JSON.stringify(change(JSON.parse(json), wire)) + after;
  },
});

/** A change of each document: what it answers, or what it has done to its argument. */
export const inDocuments = (change: (document: Json, wire: Wire) => Json | void): Change =>
  inBodies((body, wire) => (isObject(body) ? (change(body, wire) ?? body) : body));

/** A change of each `meta`. */
export const inMeta = (change: (meta: Json, wire: Wire, document: Json) => void): Change =>
  inDocuments((document, wire) => {
    if (isObject(document['meta'])) change(document['meta'], wire, document);
  });

/** A change of each object of a document, however deep, save of `meta`. */
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

/** A change of a member, wherever it is. */
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
/** What is asked of the path. */
export const search = ({ url }: { url: string }) => new URL(url, 'http://any').searchParams;
/** An error in place of the answer. */
export const refuse = (wire: Wire, status: number, sentence: string) => {
  wire.status = status;
  if (status === 405) wire.headers['allow'] = 'GET';
  wire.text = JSON.stringify([sentence]);
};

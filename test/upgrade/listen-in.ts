import pg from 'pg';

/** A statement as sent over a connection. */
export interface Heard {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

interface Bound {
  readonly statement?: string;
  readonly values?: readonly unknown[];
  readonly valueMapper: (value: unknown) => unknown;
}

/** Default options of `pg`, and members that its types lack. */
interface Wire extends NodeJS.EventEmitter {
  parse(statement: { readonly name?: string; readonly text: string }): void;
  bind(bound: Bound): void;
  query(text: string): void;
}

/** The state of one connection: statements of a transaction count when it commits. */
interface Talk {
  /** Prepared statements by name. */
  readonly texts: Map<string, string>;
  /** The statements of a transaction, and their number before each savepoint. */
  open: Heard[];
  readonly savepoints: Map<string, number>;
  last: Heard | undefined;
}

type Control = (talk: Talk, text: string, takeBack: (one: Heard) => void) => void;

const nameIn = (text: string) => text.split(/\s+/).at(-1) ?? '';

function forget(talk: Talk): void {
  talk.open = [];
  talk.savepoints.clear();
}

/** Statements that begin and end transactions, which are not recorded. */
const controls: Readonly<Record<string, Control>> = {
  begin: forget,
  commit: forget,
  savepoint: ({ savepoints, open }, text) => savepoints.set(nameIn(text), open.length),
  release: ({ savepoints }, text) => savepoints.delete(nameIn(text)),
  rollback: (talk, text, takeBack) => {
    talk.open.splice(talk.savepoints.get(nameIn(text)) ?? 0).forEach(takeBack);
  },
};

/**
 * Records the statements of every connection of this process, in order, except those that fail or are rolled back.
 *
 * @returns stops the recording, and returns it
 */
export function listenIn(): () => Heard[] {
  const wire = (pg.Connection as unknown as { readonly prototype: Wire }).prototype;
  const { parse, bind, query } = wire;
  const heard: Heard[] = [];
  const taken = new Set<Heard>();
  const talks = new WeakMap<Wire, Talk>();

  const hear = (talk: Talk, text: string, values: Heard['values'] = []): void => {
    const [word = ''] = text.toLowerCase().split(/\W/, 1);
    const one = controls[word] ? undefined : { text, values };
    talk.last = one;
    if (!one) controls[word]?.(talk, text, (heard) => taken.add(heard));
    else {
      talk.open.push(one);
      heard.push(one);
    }
  };
  const talkOn = (connection: Wire): Talk => {
    const known = talks.get(connection);
    if (known) return known;
    const talk: Talk = { texts: new Map(), open: [], savepoints: new Map(), last: undefined };
    connection.on('errorMessage', () => {
      if (talk.last) taken.add(talk.last);
    });
    talks.set(connection, talk);
    return talk;
  };

  wire.parse = function (this: Wire, statement) {
    talkOn(this).texts.set(statement.name ?? '', statement.text);
    parse.call(this, statement);
  };
  wire.bind = function (this: Wire, bound) {
    const talk = talkOn(this);
    hear(talk, talk.texts.get(bound.statement ?? '') ?? '', (bound.values ?? []).map(textOf(bound)));
    bind.call(this, bound);
  };
  wire.query = function (this: Wire, text) {
    hear(talkOn(this), text);
    query.call(this, text);
  };
  return () => {
    Object.assign(wire, { parse, bind, query });
    return heard.filter((one) => !taken.has(one));
  };
}

/** A value as text; bytes in PostgreSQL's format. */
const textOf =
  ({ valueMapper }: Bound) =>
  (value: unknown): string | null => {
    const mapped = valueMapper(value);
    if (mapped === null || mapped === undefined) return null;
    return Buffer.isBuffer(mapped) ? `\\x${mapped.toString('hex')}` : String(mapped);
  };

import type { ApolloServerOptions, ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, Kind, type DocumentNode } from 'graphql';
import { createHash } from 'node:crypto';
import type { Context } from '../src/context.js';

/** What a document is that nobody trusts, for those who are told of it: nothing of its text. */
export interface UnknownDocument {
  /** Of its text, in hexadecimal digits. */
  readonly sha256: string;
  /** The operation that runs, which is part of the text; undefined when it has no name. */
  readonly operation: string | undefined;
}

export interface TrustedDocuments {
  readonly texts: Iterable<string>;
  /** What becomes of other documents: `off` answers them, `log` tells of them as well, `only` refuses them unread. */
  readonly others: 'off' | 'log' | 'only';
  /** Told of each unknown text once, where others are logged. */
  readonly onUnknown: (document: UnknownDocument) => void;
}

type TrustOptions = Pick<ApolloServerOptions<Context>, 'documentStore' | 'persistedQueries'> & {
  readonly plugin: ApolloServerPlugin<Context>;
};

/** How many unknown texts are told of, and how much of a name. */
const MOST_TOLD = 1_000;
const LONGEST_NAME = 100;

/** Stands for a document that is not to be read; and for its text, where there is none but a hash. */
const UNREAD: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };
const UNREAD_TEXT = '#';

/**
 * Lets Apollo run trusted documents by the SHA-256 of their texts alone (`extensions.persistedQuery`, which never adds any),
 * and has it do with others what is to become of them.
 */
export function trusting({ texts, others, onUnknown }: TrustedDocuments): TrustOptions {
  const known = new Map([...texts].map((text) => [sha256Of(text), text]));
  const requestDidStart: ApolloServerPlugin<Context>['requestDidStart'] = ({ request }) => {
    const { extensions: { persistedQuery, ...extensions } = {} } = request;
    if (persistedQuery) request.extensions = { ...extensions, persistedQuery: withPlainHash(persistedQuery) };
    return Promise.resolve(watch);
  };
  const watch = { off: undefined, log: telling(known, onUnknown), only: refusing }[others];
  const withoutText = others === 'only' ? UNREAD_TEXT : undefined;
  return {
    persistedQueries: {
      cache: { ...unchanging, get: (key) => Promise.resolve(known.get(hashIn(key)) ?? withoutText) },
    },
    ...(others === 'only' && { documentStore: storeOf(known) }),
    plugin: { requestDidStart },
  };
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What Apollo puts before a hash ends with a colon. */
const hashIn = (key: string): string => key.slice(key.lastIndexOf(':') + 1);

/** A hash of another form is none: Apollo would make a text of whatever is there, which of some objects nobody can. */
function withPlainHash(persistedQuery: unknown): object {
  const { version, sha256Hash } = Object(persistedQuery) as { version?: unknown; sha256Hash?: unknown };
  const isPlain = typeof sha256Hash === 'string' && /^[0-9a-f]{64}$/.test(sha256Hash);
  return { version, sha256Hash: isPlain ? sha256Hash : '' };
}

/** What Apollo would keep is not kept. */
const unchanging = { set: () => Promise.resolve(), delete: () => Promise.resolve(false) };

/** Where Apollo looks before it parses: there it finds that others are not to be parsed. */
function storeOf(known: ReadonlyMap<string, string>): NonNullable<ApolloServerOptions<Context>['documentStore']> {
  const documents = new Map<string, DocumentNode>();
  return {
    ...unchanging,
    get: (key) => Promise.resolve(known.has(hashIn(key)) ? documents.get(hashIn(key)) : UNREAD),
    set: (key, document) => Promise.resolve(void documents.set(hashIn(key), document)),
  };
}

const refusing: GraphQLRequestListener<Context> = {
  didResolveOperation({ document }) {
    if (document !== UNREAD) return Promise.resolve();
    const extensions = { code: ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND, http: { status: 400 } };
    return Promise.reject(new GraphQLError('This service runs only documents that it knows.', { extensions }));
  },
};

function telling(
  known: ReadonlyMap<string, string>,
  onUnknown: TrustedDocuments['onUnknown'],
): GraphQLRequestListener<Context> {
  const told = new Set<string>();
  return {
    didResolveOperation({ queryHash: sha256, operationName }) {
      if (known.has(sha256) || told.has(sha256) || told.size === MOST_TOLD) return Promise.resolve();
      told.add(sha256);
      onUnknown({ sha256, operation: operationName?.slice(0, LONGEST_NAME) });
      return Promise.resolve();
    },
  };
}

import type { ApolloServerOptions, ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, Kind, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { Context } from '../src/core/context.js';

/** Identifies an untrusted document in the log without its text. */
export interface UnknownDocument {
  /** SHA-256 of the text, in hex. */
  readonly sha256: string;
  /** Name of the executed operation; undefined if it is anonymous. */
  readonly operation: string | undefined;
}

export interface TrustedDocuments {
  readonly texts: Iterable<string>;
  /** Policy for untrusted documents: `off` runs them, `log` also logs them, `only` rejects them without parsing. */
  readonly untrusted: 'off' | 'log' | 'only';
  /** Called once for each untrusted text, with the policy `log`. */
  readonly onUnknown: (document: UnknownDocument) => void;
}

type TrustOptions = Pick<ApolloServerOptions<Context>, 'documentStore' | 'persistedQueries'> & {
  readonly plugin: ApolloServerPlugin<Context>;
  /** Looks up the SHA-256 of a text. */
  readonly isTrusted: (queryHash: string) => boolean;
};

/** Error code of a rejected document; `formatError` maps it to a reason. */
export const UNTRUSTED_DOCUMENT = 'UNTRUSTED_DOCUMENT';

/** Maximum number of untrusted texts reported, and maximum length of an operation name in characters. */
const MAX_LOGGED = 1_000;
const MAX_NAME_LENGTH = 100;

/** Placeholders for a document that must not be parsed, and for its text if only a hash was sent. */
const UNPARSED: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };
const UNPARSED_TEXT = '#';

/**
 * Lets Apollo run trusted documents by SHA-256 alone (`extensions.persistedQuery`), and applies the policy to all
 * others.
 *
 * @param registered looks up a text registered by a caller (automatic persisted queries)
 */
export function createTrust(
  { texts, untrusted, onUnknown }: TrustedDocuments,
  registered: (sha256: string) => string | undefined,
): TrustOptions {
  const known = new Map([...texts].map((text) => [sha256Of(text), text]));
  const requestDidStart: ApolloServerPlugin<Context>['requestDidStart'] = ({ request }) => {
    const { extensions: { persistedQuery, ...extensions } = {} } = request;
    if (persistedQuery) request.extensions = { ...extensions, persistedQuery: withPlainHash(persistedQuery) };
    return Promise.resolve(listener);
  };
  const listener = { off: undefined, log: loggingListener(known, onUnknown), only: rejectingListener }[untrusted];
  const textOf = (sha256: string) => known.get(sha256) ?? (untrusted === 'only' ? UNPARSED_TEXT : registered(sha256));
  return {
    persistedQueries: {
      cache: { ...readOnlyCache, get: (key) => Promise.resolve(textOf(hashIn(key))) },
    },
    ...(untrusted === 'only' && { documentStore: storeOf(known) }),
    plugin: { requestDidStart },
    isTrusted: (queryHash) => known.has(queryHash),
  };
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Strips Apollo's key prefix, which ends with a colon. */
const hashIn = (key: string): string => key.slice(key.lastIndexOf(':') + 1);

/** Replaces a malformed hash with an empty one: Apollo would convert it to a string, which throws for some objects. */
function withPlainHash(persistedQuery: unknown): object {
  const { version, sha256Hash } = Object(persistedQuery) as { version?: unknown; sha256Hash?: unknown };
  const isPlain = typeof sha256Hash === 'string' && /^[0-9a-f]{64}$/.test(sha256Hash);
  return { version, sha256Hash: isPlain ? sha256Hash : '' };
}

/** Ignores writes by Apollo. */
const readOnlyCache = { set: () => Promise.resolve(), delete: () => Promise.resolve(false) };

/** The document store that Apollo queries before parsing. Returns `UNPARSED` for untrusted documents. */
function storeOf(known: ReadonlyMap<string, string>): NonNullable<ApolloServerOptions<Context>['documentStore']> {
  const documents = new Map<string, DocumentNode>();
  return {
    ...readOnlyCache,
    get: (key) => Promise.resolve(known.has(hashIn(key)) ? documents.get(hashIn(key)) : UNPARSED),
    set: (key, document) => Promise.resolve(void documents.set(hashIn(key), document)),
  };
}

const rejectingListener: GraphQLRequestListener<Context> = {
  didResolveOperation({ document, metrics }) {
    if (document !== UNPARSED) return Promise.resolve();
    // Makes clients send the text and stop sending hashes. Uses Apollo Server's status 200, which some clients require.
    if (metrics.persistedQueryHit) {
      const code = ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED;
      const extensions = { code, http: { status: 200 } };
      return Promise.reject(new GraphQLError('PersistedQueryNotSupported', { extensions }));
    }
    const extensions = { code: UNTRUSTED_DOCUMENT, http: { status: 400 } };
    return Promise.reject(new GraphQLError('This service only runs trusted documents.', { extensions }));
  },
};

function loggingListener(
  known: ReadonlyMap<string, string>,
  onUnknown: TrustedDocuments['onUnknown'],
): GraphQLRequestListener<Context> {
  const logged = new Set<string>();
  return {
    didResolveOperation({ queryHash: sha256, operationName }) {
      if (known.has(sha256) || logged.has(sha256) || logged.size === MAX_LOGGED) return Promise.resolve();
      logged.add(sha256);
      onUnknown({ sha256, operation: operationName?.slice(0, MAX_NAME_LENGTH) });
      return Promise.resolve();
    },
  };
}

/** Memory per process (decisions no. 65). */
const BUDGET_BYTES = { anonymous: 4_000_000, signedIn: 16_000_000 };

/** Overhead of an entry in addition to its text: hash, LRU list and map. */
const ENTRY_BYTES = 400;

export interface PersistedQueries {
  /** Looks up a text by its SHA-256 in hex; undefined if it is not registered. */
  readonly find: (sha256: string) => string | undefined;
  /** Registers the text of a request that carries its hash. */
  readonly plugin: ApolloServerPlugin<Context>;
}

/**
 * Stores automatic persisted queries. Authenticated callers have a separate budget, so that anonymous callers cannot
 * evict their texts. A lookup searches both.
 */
export function createPersistedQueries(budget = BUDGET_BYTES): PersistedQueries {
  const anonymous = createStore(budget.anonymous);
  const signedIn = createStore(budget.signedIn);
  const find = (sha256: string) => signedIn.get(sha256) ?? anonymous.get(sha256);

  const register = (sha256: string, text: string, isSignedIn: boolean) => {
    if (signedIn.has(sha256) || (!isSignedIn && anonymous.has(sha256))) return;
    // Copies the text: a substring would retain the whole URL in memory.
    (isSignedIn ? signedIn : anonymous).set(sha256, Buffer.from(text).toString());
    if (isSignedIn) anonymous.delete(sha256);
  };

  return {
    find,
    plugin: {
      requestDidStart: () =>
        Promise.resolve({
          // Replaces Apollo's registration, which ignores the caller. Hash, validation and cost checks have passed.
          executionDidStart({ metrics, queryHash, source, contextValue }) {
            if (metrics.persistedQueryRegister) register(queryHash, source, contextValue.viewer !== null);
            return Promise.resolve();
          },
        }),
    },
  };
}

const createStore = (maxSize: number) =>
  new LRUCache<string, string>({ maxSize, sizeCalculation: (text) => ENTRY_BYTES + bytesOf(text) });

/** V8 stores a string with one byte per character, or with two if any character is beyond Latin-1. */
const bytesOf = (text: string): number => (/[^\0-\xff]/.test(text) ? 2 : 1) * text.length;

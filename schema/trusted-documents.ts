import type { ApolloServerOptions, ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, Kind, type DocumentNode } from 'graphql';
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

import { Kind, type GraphQLError } from 'graphql';

/** Literals with text of the client. Names of enum values and variables are no secrets. */
const LITERALS: ReadonlySet<string> = new Set([...[Kind.STRING, Kind.INT, Kind.FLOAT, Kind.LIST, Kind.OBJECT]]);

/** From `found String "…"` in a syntax error. */
const TOKEN = / (String|BlockString|Int|Float) "[\s\S]*$/;
/** From `, found "…"` or `cannot represent a non string value: "…"`. */
const VALUE = /(?:, found |: )[\s\S]*$/;

/**
 * The message of an error in a document, without the literals that graphql-js quotes: a literal may be a password, and
 * clients log and report messages.
 */
export function unquoted(message: string, { nodes }: Pick<GraphQLError, 'nodes'>): string {
  if (message.startsWith('Syntax Error:')) return message.replace(TOKEN, ' $1.');
  return nodes?.some(({ kind }) => LITERALS.has(kind)) ? message.replace(VALUE, '.') : message;
}

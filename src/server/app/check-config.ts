import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GraphQLError, parse, validate, type GraphQLSchema } from 'graphql';
import { problemOfDeprecations } from '../../../rest-facade/index.js';
import { createSchema } from '../../../schema/index.js';
import { limits } from '../../../schema/limits.js';
import type { Config } from '../../config/config.js';
import { OperatorError } from '../../config/operator-error.js';

/**
 * Validates at startup, before any resource is opened, what only the facade and the schema can check:
 * `DEPRECATED_ROUTES` and the trusted documents.
 *
 * @throws OperatorError when a route is unknown, or a trusted document cannot be read or does not match the schema
 */
export async function checkConfig(config: Config): Promise<void> {
  const problem = problemOfDeprecations(config.deprecations);
  if (problem !== null) {
    throw new OperatorError(`Lectern cannot start with this configuration: DEPRECATED_ROUTES: ${problem}.`);
  }
  if (config.documents.directory !== undefined) trustedTexts(config, await createSchema());
}

/**
 * Reads the operator's trusted documents. Each is trusted as stored and without its trailing newline, which editors add
 * and clients do not send.
 *
 * @throws OperatorError when a document cannot be read or does not match the schema
 */
export function trustedTexts({ documents: { directory } }: Config, schema: GraphQLSchema): readonly string[] {
  if (directory === undefined) return [];
  return readDocuments(directory).flatMap(({ path, text }) => {
    const problem = problemOf(text, schema);
    if (problem) throw new OperatorError(`The trusted document ${path} is invalid: ${problem.message}`);
    return [text, text.replace(/\r?\n$/, '')];
  });
}

function problemOf(text: string, schema: GraphQLSchema): GraphQLError | undefined {
  try {
    return validate(schema, parse(text, { maxTokens: limits.tokens }))[0];
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** Reads the `.graphql` files of a directory and its subdirectories. */
function readDocuments(directory: string) {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.graphql'))
      .sort()
      .map((name) => join(directory, name))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  } catch (error) {
    throw new OperatorError(
      `The trusted documents in ${directory} cannot be read (${String(Reflect.get(Object(error), 'code'))}): ` +
        'make it a folder that this account can read, or set TRUSTED_DOCUMENTS_DIR to another one.',
      { cause: error },
    );
  }
}

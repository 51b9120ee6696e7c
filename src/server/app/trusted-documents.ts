import { GraphQLError, parse, validate, type GraphQLSchema } from 'graphql';
import { createSchema } from '../../../schema/index.js';
import { limits } from '../../../schema/limits.js';
import type { Config } from '../../config/config.js';
import { readDocuments, type DocumentFile } from '../../config/read-documents.js';
import { OperatorError } from '../../config/operator-error.js';

/**
 * Validates the trusted documents at startup, before any resource is opened.
 *
 * @throws OperatorError when a trusted document cannot be read or does not match the schema
 */
export async function checkTrustedDocuments(config: Config): Promise<void> {
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
  return readDocuments(directory).flatMap((file) => {
    const problem = problemOf(file, schema);
    if (problem) throw new OperatorError(`The trusted document ${file.path} is invalid: ${problem.message}`);
    return [file.text, file.text.replace(/\r?\n$/, '')];
  });
}

function problemOf({ text }: DocumentFile, schema: GraphQLSchema): GraphQLError | undefined {
  try {
    return validate(schema, parse(text, { maxTokens: limits.tokens }))[0];
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

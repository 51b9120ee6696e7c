import { GraphQLError, parse, validate, type GraphQLSchema } from 'graphql';
import { createSchema } from '../../schema/index.js';
import { limits } from '../../schema/limits.js';
import type { Config } from '../config.js';
import { readDocuments, type DocumentFile } from '../documents/read-documents.js';
import { OperatorError } from '../operator-error.js';

/**
 * To be called before anything is opened.
 *
 * @throws OperatorError when a trusted document cannot be read, or does not fit the schema
 */
export async function checkTrustedDocuments(config: Config): Promise<void> {
  if (config.documents.directory !== undefined) trustedTexts(config, await createSchema());
}

/**
 * The texts of the operator's trusted documents: as they stand in their files, and without the line break at the end, which
 * editors put there and clients do not send.
 *
 * @throws OperatorError when one cannot be read, or does not fit the schema
 */
export function trustedTexts({ documents: { directory } }: Config, schema: GraphQLSchema): readonly string[] {
  if (directory === undefined) return [];
  return readDocuments(directory).flatMap((file) => {
    const problem = problemOf(file, schema);
    if (problem) throw new OperatorError(`The trusted document ${file.path} cannot be used: ${problem.message}`);
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

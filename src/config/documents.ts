import * as z from 'zod';

/** Policy for GraphQL documents that are not trusted. */
export const documentsEnvironment = {
  TRUSTED_DOCUMENTS: z.enum(['off', 'log', 'only']).default('off').meta({
    description:
      'Policy for GraphQL documents that are neither stored nor [trusted](operate.md#trusted-documents): `off` executes them, `log` executes them and logs each once, `only` rejects them unparsed.',
  }),
  TRUSTED_DOCUMENTS_DIR: z.string().optional().meta({
    unset: 'none: only stored operations are trusted',
    description: 'Directory of trusted documents (`.graphql` files), read at startup.',
  }),
};

export interface DocumentsSettings {
  /** Policy for documents that are not trusted. */
  readonly untrusted: 'off' | 'log' | 'only';
  /** Undefined: only stored documents are trusted. */
  readonly directory: string | undefined;
}

/** Maps the parsed variables to the settings. */
export function documentsSettings(data: z.output<z.ZodObject<typeof documentsEnvironment>>): DocumentsSettings {
  return { untrusted: data.TRUSTED_DOCUMENTS, directory: data.TRUSTED_DOCUMENTS_DIR };
}

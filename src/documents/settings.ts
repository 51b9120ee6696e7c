import { z } from 'zod';

/** What becomes of documents of the graph that nobody has vouched for. */
export const documentsEnvironment = {
  TRUSTED_DOCUMENTS: z.enum(['off', 'log', 'only']).default('off').meta({
    description:
      'What becomes of documents of the graph that are neither stored nor [trusted](operate.md#trusted-documents): `off` answers them, `log` answers them and tells the log of each once, `only` refuses them unread.',
  }),
  TRUSTED_DOCUMENTS_DIR: z.string().optional().meta({
    unset: 'none: those that are stored',
    description: 'A folder of trusted documents, `.graphql` files; read at the start.',
  }),
};

export interface DocumentsSettings {
  /** What becomes of other documents than trusted ones. */
  readonly others: 'off' | 'log' | 'only';
  /** Undefined: only what is stored is trusted. */
  readonly directory: string | undefined;
}

/** The settings out of what the variables say. */
export function documentsSettings(data: z.output<z.ZodObject<typeof documentsEnvironment>>): DocumentsSettings {
  return { others: data.TRUSTED_DOCUMENTS, directory: data.TRUSTED_DOCUMENTS_DIR };
}

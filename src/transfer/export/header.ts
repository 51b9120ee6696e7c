import { z } from 'zod';
import { isImageName } from '../../adapters/storage/image-store.js';

/*
 * An export is JSON Lines: a header, then a line per row, table by table, then a line per image. The header holds their
 * counts, so that a truncated file is detected.
 */

/** Incremented when the meaning of a line changes. */
const VERSION = 1;

const count = z.int().min(0);

export const exportHeader = z.object({
  format: z.literal('lectern-export'),
  version: z.literal(VERSION),
  /** The name of the latest migration. */
  schema: z.string(),
  exportedAt: z.iso.datetime(),
  withSecrets: z.boolean(),
  /** In the order of their rows. `lastId`: the highest ID ever assigned, including those of deleted rows. */
  tables: z.array(z.object({ table: z.string(), columns: z.array(z.string()), rows: count, lastId: count.nullable() })),
  images: count,
});
export type ExportHeader = z.infer<typeof exportHeader>;
export type ExportedTable = ExportHeader['tables'][number];

/** The constant members of the header. */
export const beginning = { format: 'lectern-export', version: VERSION } as const;

/** A row as serialized by PostgreSQL's row_to_json: times are ISO 8601 in UTC. */
export const exportedRow = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
/** An image with the file name that events refer to, and its bytes as base64. */
export const exportedImage = z.object({ image: z.string().refine(isImageName), bytes: z.base64() });

import { z } from 'zod';
import { isImageName } from '../storage/image-name.js';

/*
 * An export is JSON Lines: a header, then a line for each row, table by table, then one for each image.
 * The header says how many there are of each, so that a file that was cut off is noticed.
 */

/** Changes when what a line means does. */
const VERSION = 1;

const count = z.int().min(0);

export const exportHeader = z.object({
  format: z.literal('lectern-export'),
  version: z.literal(VERSION),
  /** The name of the last migration. */
  schema: z.string(),
  exportedAt: z.iso.datetime(),
  withSecrets: z.boolean(),
  /** In the order of their rows. `lastId`: the highest id that was ever given, also to a row that is gone. */
  tables: z.array(z.object({ table: z.string(), columns: z.array(z.string()), rows: count, lastId: count.nullable() })),
  images: count,
});
export type ExportHeader = z.infer<typeof exportHeader>;
export type ExportedTable = ExportHeader['tables'][number];

/** What every header begins with. */
export const beginning = { format: 'lectern-export', version: VERSION } as const;

/** A row as PostgreSQL writes it in JSON: times are ISO 8601 in UTC. */
export const exportedRow = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
/** An image with the name by which events know it, its bytes as base64. */
export const exportedImage = z.object({ image: z.string().refine(isImageName), bytes: z.base64() });

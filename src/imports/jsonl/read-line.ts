import type { z } from 'zod';
import { exportedImage, exportedRow, exportHeader, type ExportHeader } from '../../exports/header.js';
import { OperatorError } from '../../operator-error.js';
import type { Line } from './lines.js';

const exportedLine = exportedRow.or(exportedImage);

/** What a line behind the header holds. */
export type Content = z.infer<typeof exportedLine>;

/** @throws OperatorError when the first line of the file is no header of an export that this version can read */
export function readHeader(line: Line | undefined): ExportHeader {
  const { success, data } = exportHeader.safeParse(parsed(line));
  if (success) return data;
  throw new OperatorError('This is no export of Lectern, or one of a version that is newer: its first line says so.');
}

/** @throws OperatorError when it is neither a row nor an image */
export function readContent(line: Line): Content {
  const { success, data } = exportedLine.safeParse(parsed(line));
  if (success) return data;
  throw new OperatorError(`Line ${line.number} is neither a row nor an image. Nothing was changed.`);
}

/** Undefined for what is no JSON: no line of an export is. */
function parsed(line: Line | undefined): unknown {
  try {
    return line && JSON.parse(line.text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

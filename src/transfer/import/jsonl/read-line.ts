import type { z } from 'zod';
import { exportedImage, exportedRow, exportHeader, type ExportHeader } from '../../export/header.js';
import { OperatorError } from '../../../config/operator-error.js';
import type { Line } from './lines.js';

const exportedLine = exportedRow.or(exportedImage);

/** The content of a line after the header. */
export type Content = z.infer<typeof exportedLine>;

/** @throws OperatorError when the first line is not a header that this version supports */
export function readHeader(line: Line | undefined): ExportHeader {
  const { success, data } = exportHeader.safeParse(parsed(line));
  if (success) return data;
  throw new OperatorError('This is not a Lectern export, or it is from a newer version: the header is not supported.');
}

/** @throws OperatorError when the line is neither a row nor an image */
export function readContent(line: Line): Content {
  const { success, data } = exportedLine.safeParse(parsed(line));
  if (success) return data;
  throw new OperatorError(`Line ${line.number} is neither a row nor an image. Nothing was changed.`);
}

/** Undefined for invalid JSON, which the schemas then reject. */
function parsed(line: Line | undefined): unknown {
  try {
    return line && JSON.parse(line.text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Page {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

const FOLDERS = ['docs', 'compat', 'bench', 'src'];

const isPage = (path: string): boolean => path.endsWith('.md') && !path.includes('node_modules');

/** Every page that people read: those at the root, and those below the folders that have some. */
export function allPages(): Page[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return [...readdirSync(root), ...below]
    .filter(isPage)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The page without its blocks of code, which hold no links and no headings. */
export const prose = (text: string): string => text.replace(/^```[^]*?^```$/gm, '');

/** What stands in blocks and between backticks: commands, variables, names. */
export const code = (text: string): string[] =>
  [...text.matchAll(/^```\w*\n([^]*?)^```$|`([^`\n]+)`/gm)].map(([, block, inline]) => block ?? inline ?? '');

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Page {
  /** Path from the root of the project. */
  readonly path: string;
  readonly text: string;
}

const FOLDERS = ['docs', 'compat', 'bench', 'src'];

const isPage = (path: string): boolean => path.endsWith('.md') && !path.includes('node_modules');

/** Every documentation page: at the root, and below the folders that contain some. */
export function allPages(): Page[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return [...readdirSync(root), ...below]
    .filter(isPage)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The page without its code blocks, which contain no links and no headings. */
export const prose = (text: string): string => text.replace(/^```[^]*?^```$/gm, '');

/** The contents of code blocks and inline code: commands, variables, names. */
export const code = (text: string): string[] =>
  [...text.matchAll(/^```\w*\n([^]*?)^```$|`([^`\n]+)`/gm)].map(([, block, inline]) => block ?? inline ?? '');

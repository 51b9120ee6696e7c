import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of `package.json`, from compiled modules (dist/src) as well as from the bundle (dist/bin). */
export const PACKAGE_ROOT = parentWith('package.json', import.meta.dirname);

/** The bundled program of the service. */
export const SERVICE_PROGRAM = join(PACKAGE_ROOT, 'dist/bin/main.js');

function parentWith(name: string, folder: string): string {
  return existsSync(join(folder, name)) ? folder : parentWith(name, dirname(folder));
}

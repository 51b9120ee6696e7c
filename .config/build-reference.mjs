// Copies the viewer of the API reference from its package to dist-reference/, which src/http/pages/reference-page.ts
// serves: the service runs without the package, most of which is other builds of the same code.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const source = 'node_modules/swagger-ui-dist';
const output = 'dist-reference';
const files = {
  'swagger-ui-bundle.js': ['swagger-ui-bundle.js'],
  'swagger-ui.css': ['swagger-ui.css'],
  'licences.txt': ['NOTICE', 'LICENSE', 'swagger-ui-bundle.js.LICENSE.txt'],
};

// The source map is not served.
const read = (name) =>
  readFileSync(`${source}/${name}`, 'utf8').replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n');

mkdirSync(output, { recursive: true });
for (const [name, parts] of Object.entries(files)) {
  const path = `${output}/${name}`;
  const text = parts.map(read).join('\n');
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  // Atomic, because two processes may run this concurrently.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

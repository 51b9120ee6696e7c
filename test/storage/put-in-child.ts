/**
 * A process that stores images until it fails or is killed, and prints the outcome. Arguments: the folder, the bytes of
 * each image, and their number.
 */
import { createLocalImageStore } from '../../src/adapters/storage/local-image-store.js';
import { imageNames } from '../../src/adapters/storage/image-store.js';

const [directory = '', bytes, times] = process.argv.slice(2);
const reports: unknown[] = [];
const store = createLocalImageStore(directory, (cause) => reports.push(cause));
process.stdout.write('started\n');
try {
  for (let time = 0; time < Number(times); time++) {
    await store.put(imageNames('7', 'png').original, Buffer.alloc(Number(bytes), 1));
  }
  process.stdout.write('stored\n');
} catch (error) {
  const { code, problems } = error as { code: unknown; problems: unknown };
  process.stdout.write(`${JSON.stringify({ code, problems, reports: reports.map(String) })}\n`);
}

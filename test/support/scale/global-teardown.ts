import endRun from '../global-teardown.js';
import { readNotes } from './notes.js';

/** Jest calls the default export: the run fails if a part of the scaled set-up has served nothing. */
export default async function globalTeardown(): Promise<void> {
  const scale = globalThis.lecternScale;
  if (!scale) throw new Error('The global setup has started no scaled set-up');
  try {
    await endRun();
    const served = await readNotes(scale.setting);
    process.stderr.write(`Served by each part: ${JSON.stringify(served)}\n`);
    const idle = Object.entries(served).filter(([, count]) => count === 0);
    if (idle.length > 0)
      throw new Error(`Parts of the scaled set-up served nothing: ${idle.map(([part]) => part).join()}`);
  } finally {
    await scale.stop();
  }
}

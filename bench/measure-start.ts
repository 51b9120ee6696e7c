import { startEmbedded } from './servers.js';
import { spreadOf, type Spread } from './spread.js';

const STARTS = 5;

/** Seconds until the first response of Lectern with its embedded database, which an unmeasured first start creates. */
export async function measureStart(dataDirectory: string, say: (sentence: string) => void): Promise<Spread> {
  say(`Starting Lectern ${STARTS + 1} times …`);
  const seconds: number[] = [];
  for (let started = 0; started <= STARTS; started++) {
    const begin = performance.now();
    const server = await startEmbedded(dataDirectory);
    if (started > 0) seconds.push((performance.now() - begin) / 1000);
    await server.stop();
  }
  return spreadOf(seconds);
}

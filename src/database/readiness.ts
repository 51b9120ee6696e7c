import type { ReplicaSettings } from '../config/replicas.js';
import { createProbe } from './probe.js';

/** Whether the database serves requests now. Each check resolves within 2 s. */
export interface Readiness {
  readonly canRead: () => Promise<boolean>;
  readonly canWrite: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * @param isResponsive whether the primary responds
 * @param replicas serve reads without it for a while, if so configured (`READS_WITHOUT_PRIMARY`)
 */
export function createReadiness(
  isResponsive: () => Promise<boolean>,
  { urls, secondsWithoutPrimary }: Pick<ReplicaSettings, 'urls' | 'secondsWithoutPrimary'> = {
    urls: [],
    secondsWithoutPrimary: 0,
  },
): Readiness {
  const probes = secondsWithoutPrimary > 0 ? urls.map((url) => createProbe({ url })) : [];
  let lastSeen = performance.now();
  const canWrite = async (): Promise<boolean> => {
    const responds = await isResponsive();
    if (responds) lastSeen = performance.now();
    return responds;
  };
  return {
    canWrite,
    async canRead() {
      if (await canWrite()) return true;
      if (performance.now() - lastSeen > secondsWithoutPrimary * 1_000) return false;
      const responses = await Promise.all(probes.map((probe) => probe.isResponsive()));
      return responses.includes(true);
    },
    async close() {
      await Promise.all(probes.map((probe) => probe.close()));
    },
  };
}

import type { PatroniCluster } from './patroni.js';
import { startTcpHaproxy } from './primary-haproxy.js';
import type { Site } from './site.js';

/**
 * One address for the primary of a Patroni cluster, as in `docs/scale.md`: Patroni's REST API tells which node it is.
 *
 * @returns the connection URL of a database on the current primary
 */
export async function startPatroniHaproxy(site: Site, { nodes }: PatroniCluster, database: string): Promise<string> {
  const servers = nodes.map(
    ({ address: { port, restPort } }, place) => `  server postgres-${place} 127.0.0.1:${port} port ${restPort}`,
  );
  return (await startTcpHaproxy(site, ['  option httpchk GET /primary', ...servers], database)).url;
}

import { pathOf, withQuery, type Client } from './client.js';
import { documentOf, ownAddress, type Document, type Json, type Target } from './document.js';
import type { KindName } from './kinds/kind.js';
import { trails, type Trail } from './trails.js';

/** A URL to visit. */
export interface Lead extends Target {
  readonly address: string;
}

/** Result of the crawl. */
export interface Findings {
  readonly documents: readonly Document[];
  /** Records of a kind, merged over all responses, those with most data first. */
  readonly known: (kind: KindName) => readonly Json[];
}

/**
 * Visits the leads, then follows the links of the records with most data, kind by kind.
 *
 * @param sample number of records of each kind whose links are followed
 * @param headers credentials of the user; anonymous if absent
 */
export async function explore(
  client: Client,
  leads: readonly Lead[],
  sample: number,
  headers?: Readonly<Record<string, string>>,
): Promise<Findings> {
  const documents: Document[] = [];
  const asked = new Set<string>();
  const pool = new Map<KindName, Map<string, Json>>();

  async function visit(lead: Lead): Promise<void> {
    const path = pathOf(lead.address);
    if (asked.has(path)) return;
    asked.add(path);
    const exchange = await client.ask(path, headers && { headers });
    const document = documentOf(exchange, lead, headers !== undefined);
    documents.push(document);
    // Reported comments are hidden elsewhere, so their links respond with 404.
    if (document.root === 'reports') return;
    for (const { kind, record } of document.records) {
      const own = ownAddress(kind);
      const key = String(own === undefined ? JSON.stringify(record) : record[own]);
      const known = pool.get(kind) ?? new Map<string, Json>();
      pool.set(kind, known.set(key, { ...known.get(key), ...record }));
    }
  }

  const sorted = (kind: KindName) =>
    [...(pool.get(kind)?.values() ?? [])].sort((one, other) => richness(other) - richness(one));

  await Promise.all(leads.map(visit));
  for (const [kind, links] of Object.entries(trails) as [KindName, readonly Trail[]][]) {
    // Two rounds, because some links only appear in linked documents, such as the verbose form.
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(
        sorted(kind)
          .slice(0, sample)
          .flatMap((record) => leadsFrom(record, links))
          .map(visit),
      );
    }
  }
  const known = new Map([...pool.keys()].map((kind) => [kind, sorted(kind)]));
  return { documents, known: (kind) => known.get(kind) ?? [] };
}

/** Extracts the leads from the links of a record. */
function leadsFrom(record: Json, links: readonly Trail[]): Lead[] {
  return links.flatMap(({ member, below, kind, shape }) => {
    const link = record[member];
    if (typeof link !== 'string') return [];
    const address = link + below;
    return shape === 'list' ? listLeads(address, kind) : [{ address, kind, shape }];
  });
}

/** Leads for a list: its default page and a small verbose page in the middle. */
export function listLeads(address: string, kind: Target['kind']): Lead[] {
  const page = withQuery(address, { verbose: 'yes', start: '1', resultsperpage: '2' });
  return [address, page].map((one) => ({ address: one, kind, shape: 'list' }));
}

/** Counts non-empty members; counters add their logarithm. */
function richness(record: Json): number {
  const worth = ([member, value]: [string, unknown]): number => {
    if (value === null || value === '' || value === false || value === 0 || String(value) === '') return 0;
    return member.endsWith('_count') ? 1 + Math.log2(Number(value)) : 1;
  };
  return Object.entries(record).reduce((sum, entry) => sum + worth(entry), 0);
}

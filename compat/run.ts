import type { Check, Sighting } from './check.js';
import { checks } from './checks/index.js';
import { createClient, type ClientSettings } from './client.js';
import { known } from './differences.js';
import type { Report, Result } from './report.js';
import { visitServer, type Visit } from './visit.js';

export interface RunSettings extends ClientSettings {
  /** Accept what the original service does where Lectern differs by decision. */
  readonly original: boolean;
  /** How many records of each kind are looked at with all their lists. */
  readonly sample: number;
}

/**
 * Looks at a server with every check, and changes nothing there.
 *
 * @param say is told how far the run is
 * @throws Unreachable when nobody answers
 */
export async function runCompat(settings: RunSettings, say: (sentence: string) => void): Promise<Report> {
  const client = createClient(settings);
  say(`Walking through ${settings.base} …`);
  const visit = await visitServer(client, settings.base, settings.sample);
  say(`${client.exchanges.length} answers, ${visit.documents.length} of them with records. Looking …`);
  if (visit.origin !== settings.base) say(`Its links lead to ${visit.origin}; they are asked at ${settings.base}.`);
  const results: Result[] = [];
  // A server that reads no tokens at all looks the same: so the checks go on, and say what they miss.
  if (client.asUser && visit.user === undefined) say(`${settings.base} takes the token for nobody's: has it ended?`);
  for (const check of checks) {
    const result = await judge(check, visit, settings.original);
    if (result.outcome === 'FAILED') say(`FAILED  ${check.sections}  ${check.title}`);
    results.push(result);
  }
  say(`${client.exchanges.length} requests were sent.`);
  return { base: settings.base, links: visit.origin, original: settings.original, results: sorted(results) };
}

async function judge(check: Check, visit: Visit, original: boolean): Promise<Result> {
  const { sections, title, needs } = check;
  const sightings: Sighting[] = [];
  try {
    for await (const sighting of check.look(visit)) sightings.push(sighting);
  } catch (error) {
    // What no check foresaw is a failure of the server as well, and must not end the others.
    const problem = { seen: String(error), wanted: 'an answer that can be read' };
    sightings.push({ url: visit.client.exchanges.at(-1)?.url ?? '', member: 'the answers', problem });
  }
  const wrong = sightings.filter(({ problem }) => problem !== null);
  const excuses = original ? wrong.map((sighting) => known(check, sighting)) : [];
  const failures = wrong.filter((_, index) => excuses[index] === undefined);
  const outcome = failures.length > 0 ? 'FAILED' : sightings.length === 0 ? 'not seen' : 'ok';
  const asTheOriginal = [...new Set(excuses.filter((excuse) => excuse !== undefined))];
  return { sections, title, needs, outcome, looks: sightings.length, failures, asTheOriginal };
}

/** By the first section that each names; those of one section stay as they are. */
function sorted(results: readonly Result[]): Result[] {
  const place = ({ sections }: Result) => (sections.split(',')[0] ?? '').split('.').map(Number);
  return [...results].sort((one, other) => {
    const [[a = 0, b = 0], [c = 0, d = 0]] = [place(one), place(other)];
    return a - c || b - d;
  });
}

import type { Check, Sighting } from './check.js';
import { checks } from './checks/index.js';
import { createClient, type ClientSettings } from './client.js';
import { known, LEGACY_WORD } from './differences.js';
import type { Report, Result } from './report.js';
import { visitServer, type Visit } from './visit.js';

export interface RunSettings extends ClientSettings {
  /** Accept deviations of the original service where Lectern differs by decision. */
  readonly original: boolean;
  /** Number of records of each kind to check with all their lists. */
  readonly sample: number;
}

/**
 * Runs all checks against a server. Read-only.
 *
 * @param say receives progress messages
 * @throws Unreachable if the server does not respond
 */
export async function runCompat(settings: RunSettings, say: (sentence: string) => void): Promise<Report> {
  const client = createClient(settings);
  say(`Crawling ${settings.base} …`);
  const visit = await visitServer(client, settings.base, settings.sample);
  say(`${client.exchanges.length} responses, ${visit.documents.length} of them documents. Checking …`);
  if (visit.origin !== settings.base)
    say(`Its links point to ${visit.origin}; they are requested from ${settings.base}.`);
  const results: Result[] = [];
  // A server that ignores all tokens behaves the same: continue, so that the checks report what is missing.
  if (client.asUser && visit.user === undefined) say(`${settings.base} does not accept the token: has it expired?`);
  const legacyMode = isInLegacyMode(visit);
  if (legacyMode) say(`${settings.base} is in legacy mode (COMPATIBILITY=legacy): its values are accepted.`);
  const accepted = settings.original ? 'original' : legacyMode ? 'legacy mode' : undefined;
  for (const check of checks) {
    const result = await judge(check, visit, accepted);
    if (result.outcome === 'FAILED') say(`FAILED  ${check.sections}  ${check.title}`);
    results.push(result);
  }
  say(`${client.exchanges.length} requests sent.`);
  const { base, original } = settings;
  return { base, links: visit.origin, original, legacyMode, results: sorted(results) };
}

/** The original service also matches, but its other deviations fail. */
const isInLegacyMode = ({ known: records }: Visit): boolean =>
  records('talk type').some(({ title }) => title === LEGACY_WORD);

async function judge(check: Check, visit: Visit, accepted: 'original' | 'legacy mode' | undefined): Promise<Result> {
  const { sections, title, needs } = check;
  const sightings: Sighting[] = [];
  try {
    for await (const sighting of check.look(visit)) sightings.push(sighting);
  } catch (error) {
    // An unexpected error counts as a failure of the server and must not abort the other checks.
    const problem = { seen: String(error), wanted: 'a valid response' };
    sightings.push({ url: visit.client.exchanges.at(-1)?.url ?? '', member: 'the responses', problem });
  }
  const wrong = sightings.filter(({ problem }) => problem !== null);
  const excuses = accepted ? wrong.map((sighting) => known(check, sighting, accepted)) : [];
  const failures = wrong.filter((_, index) => excuses[index] === undefined);
  const outcome = failures.length > 0 ? 'FAILED' : sightings.length === 0 ? 'not seen' : 'ok';
  const asTheOriginal = [...new Set(excuses.filter((excuse) => excuse !== undefined))];
  return { sections, title, needs, outcome, looks: sightings.length, failures, asTheOriginal };
}

/** Sorts by the first section of each check; stable within a section. */
function sorted(results: readonly Result[]): Result[] {
  const place = ({ sections }: Result) => (sections.split(',')[0] ?? '').split('.').map(Number);
  return [...results].sort((one, other) => {
    const [[a = 0, b = 0], [c = 0, d = 0]] = [place(one), place(other)];
    return a - c || b - d;
  });
}

import type { Client, Exchange } from './client.js';
import { documentOf, type Document, type Json } from './document.js';
import { explore, listLeads, type Lead } from './explore.js';
import type { KindName } from './kinds/kind.js';
import { isObject } from './value-types.js';

/** Input of the checks: the crawled documents and a client for further requests. */
export interface Visit {
  readonly client: Client;
  /** Origin of the server's links, which may differ from the origin of the requests. */
  readonly origin: string;
  readonly landing: Exchange;
  /** URL of the authenticated user; undefined without a token or if it is rejected. */
  readonly user: string | undefined;
  /** All crawled documents, anonymous and authenticated. */
  readonly documents: readonly Document[];
  /** Publicly visible records of a kind, those with most data first. */
  readonly known: (kind: KindName) => readonly Json[];
}

/** The landing page does not respond. */
export class Unreachable extends Error {}

/**
 * Crawls the server from its landing page.
 *
 * @param sample number of records of each kind to check with all their lists
 * @throws Unreachable if the server does not respond
 */
export async function visitServer(client: Client, base: string, sample: number): Promise<Visit> {
  const landing = await client.ask('/v2.1');
  if (landing.status === 0) throw new Unreachable(`${landing.url}: ${landing.text}`);
  const links = isObject(landing.body) ? landing.body : {};
  const origin = originOf(links['events']) ?? base;
  const asAnonymous = await explore(client, leadsOf(links), sample);
  const asUser = await exploreAsUser(client, links, sample);
  return {
    client,
    origin,
    landing,
    user: asUser?.user,
    documents: [...asAnonymous.documents, ...(asUser?.documents ?? [])],
    known: asAnonymous.known,
  };
}

/** Leads of the collections: linked from the landing page, and unlinked ones. */
function leadsOf(links: Json): Lead[] {
  const texts = Object.entries(links).flatMap(([name, link]) =>
    typeof link === 'string' && name !== 'docs' ? [link] : [],
  );
  return [
    ...texts.flatMap((link) => listLeads(link, 'event')),
    // The result may be empty: page links repeat the query either way.
    { address: '/v2.1/events?title=two+words&tags[]=one&tags[]=two&filter=past', kind: 'event', shape: 'list' },
    ...listLeads('/v2.1/users', 'user'),
    ...listLeads('/v2.1/languages', 'language'),
    ...listLeads('/v2.1/talk_types', 'talk type'),
  ];
}

/** Crawls records of the user, and the collections as the user. */
async function exploreAsUser(
  client: Client,
  links: Json,
  sample: number,
): Promise<{ user: string | undefined; documents: readonly Document[] } | undefined> {
  const { asUser } = client;
  if (!asUser) return undefined;
  const landing = documentOf(await client.ask('/v2.1', { headers: asUser }), { kind: 'mark', shape: 'bare' }, true);
  const told = landing.meta?.['user_uri'];
  const user = typeof told === 'string' ? told : undefined;
  // Only first-party applications may list tokens (contract §2.3), and applications, which have secrets.
  const leadsIfListed = async (path: string, kind: Lead['kind']): Promise<readonly Lead[]> =>
    (await client.ask(path, { headers: asUser })).status === 200 ? listLeads(path, kind) : [];
  const leads: Lead[] = [
    ...(await leadsIfListed('/v2.1/token', 'token')),
    ...(await leadsIfListed('/v2.1/applications', 'client')),
    ...(user === undefined ? [] : listLeads(`${user}/hosted`, 'event')),
    ...leadsOf(links),
  ];
  const { documents } = await explore(client, leads, Math.min(sample, 2), asUser);
  return { user, documents: [landing, ...documents] };
}

function originOf(link: unknown): string | undefined {
  return typeof link === 'string' && URL.canParse(link) ? new URL(link).origin : undefined;
}

import type { Client, Exchange } from './client.js';
import { documentOf, type Document, type Json } from './document.js';
import { explore, listLeads, type Lead } from './explore.js';
import type { KindName } from './kinds/kind.js';
import { isObject } from './value-types.js';

/** What the checks look at: what was found, and a way to ask more. */
export interface Visit {
  readonly client: Client;
  /** Scheme, host and port of the server's links, which may be another name of the server that is asked. */
  readonly origin: string;
  readonly landing: Exchange;
  /** The address of the user whose token was given; undefined without one, or when it is not accepted. */
  readonly user: string | undefined;
  /** Every answer of the exploration, by nobody and by the user. */
  readonly documents: readonly Document[];
  /** The records that nobody has to log in for, the richest of the kind first. */
  readonly known: (kind: KindName) => readonly Json[];
}

/** No landing page, no check. */
export class Unreachable extends Error {}

/**
 * Walks through the server from its landing page.
 *
 * @param sample how many records of each kind are looked at with all their lists
 * @throws Unreachable when nobody answers
 */
export async function visitServer(client: Client, base: string, sample: number): Promise<Visit> {
  const landing = await client.ask('/v2.1');
  if (landing.status === 0) throw new Unreachable(`${landing.url}: ${landing.text}`);
  const links = isObject(landing.body) ? landing.body : {};
  const origin = originOf(links['events']) ?? base;
  const asNobody = await explore(client, leadsOf(links), sample);
  const asUser = await exploreAsUser(client, links, sample);
  return {
    client,
    origin,
    landing,
    user: asUser?.user,
    documents: [...asNobody.documents, ...(asUser?.documents ?? [])],
    known: asNobody.known,
  };
}

/** The collections of the landing page, and those to which no link leads. */
function leadsOf(links: Json): Lead[] {
  const texts = Object.entries(links).flatMap(([name, link]) =>
    typeof link === 'string' && name !== 'docs' ? [link] : [],
  );
  return [
    ...texts.flatMap((link) => listLeads(link, 'event')),
    // Found or not: links to pages repeat what was asked.
    { address: '/v2.1/events?title=two+words&tags[]=one&tags[]=two&filter=past', kind: 'event', shape: 'list' },
    ...listLeads('/v2.1/users', 'user'),
    ...listLeads('/v2.1/languages', 'language'),
    ...listLeads('/v2.1/talk_types', 'talk type'),
  ];
}

/** What only the user sees, and the same lists with the user's own marks. */
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
  // Applications that are not first-party may not list tokens (contract §2.3).
  const tokens = await client.ask('/v2.1/token', { headers: asUser });
  const leads: Lead[] = [
    ...(tokens.status === 200 ? listLeads('/v2.1/token', 'token') : []),
    ...listLeads('/v2.1/applications', 'client'),
    ...(user === undefined ? [] : listLeads(`${user}/hosted`, 'event')),
    ...leadsOf(links),
  ];
  const { documents } = await explore(client, leads, Math.min(sample, 2), asUser);
  return { user, documents: [landing, ...documents] };
}

function originOf(link: unknown): string | undefined {
  return typeof link === 'string' && URL.canParse(link) ? new URL(link).origin : undefined;
}

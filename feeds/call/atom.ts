import { element, leaf, optional, xmlDocument } from '../xml.js';
import type { Call } from './call.js';

const NAMESPACE = 'http://www.w3.org/2005/Atom';
/** An empty feed has no date of its own. */
const NEVER = '1970-01-01T00:00:00Z';

/** A feed of calls (RFC 4287), newest first: by opening, and without it, by the last change. */
export function atomOfCalls(calls: readonly Call[], origin: string): string {
  const url = `${origin}/feeds/cfps.atom`;
  const timeOf = ({ openingDate, changedDate }: Call) => Date.parse(openingDate ?? changedDate);
  const newest = [...calls].sort((one, other) => timeOf(other) - timeOf(one));
  const changes = calls.map(({ changedDate }) => changedDate).sort();
  return xmlDocument(
    element('feed', { xmlns: NAMESPACE, 'xml:lang': 'en' }, [
      leaf('id', url),
      leaf('title', 'Open calls for papers'),
      leaf('updated', changes.at(-1) ?? NEVER),
      element('author', {}, [leaf('name', 'Lectern')]),
      element('link', { rel: 'self', type: 'application/atom+xml', href: url }, []),
      element('link', { rel: 'alternate', type: 'text/html', href: `${origin}/v2.1/events?filter=cfp` }, []),
      element('link', { rel: 'related', type: 'text/calendar', href: `${origin}/feeds/cfps.ics` }, []),
      ...newest.map(entryOf),
    ]),
  );
}

const entryOf = ({ uid, name, changedDate, openingDate, url, summary }: Call): string =>
  element('entry', {}, [
    leaf('id', `urn:uuid:${uid}`),
    leaf('title', `Call for papers: ${name}`),
    leaf('updated', changedDate),
    optional('published', openingDate),
    element('link', { rel: 'alternate', href: url }, []),
    leaf('summary', summary, { type: 'text' }),
  ]);

import { crowd, inTurn, type Scenario } from '../scenario.js';
import { ADDRESSES, type Target } from '../target.js';

const MOST = 'verbose=yes&resultsperpage=10000';
const CALLERS = 50;

/** The largest representations of an event. */
const pathsOf = ({ event: { id, slug, talk } }: Target): readonly string[] => [
  `/v2.1/events/${id}/talks?${MOST}&format=html`,
  `/feeds/events/${id}/schedule.xml`,
  `/v2.1/events/${id}/talks?${MOST}`,
  `/event/${slug}`,
  `/feeds/events/${id}/schedule.json`,
  `/feeds/events/${id}.ics`,
  `/feeds/events/${id}/feedback.csv`,
  `/feeds/events/${id}/feedback.json`,
  `/feeds/events/${id}/feedback.ndjson`,
  `/feeds/events/${id}/changes.json`,
  `/v2.1/talks/${talk}?${MOST}&format=html`,
];

export const reads: Scenario = {
  name: 'reads',
  does: 'reads an own event with long texts as HTML, JSON, calendar, schedule and export',
  part: 9,
  run: (attack) => {
    const paths = pathsOf(attack.target);
    return crowd(attack, Math.min(CALLERS, attack.connections), (turn) => {
      // Hosts are not served from the cache.
      const token = turn % 4 ? { token: inTurn(attack.target.tokens, turn) } : {};
      return attack.wire.send({ method: 'GET', path: inTurn(paths, turn), address: inTurn(ADDRESSES, turn), ...token });
    });
  },
};

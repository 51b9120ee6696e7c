import type { Fault } from '../fault.js';
import { alike } from '../finding.js';
import { openClient } from '../client.js';
import { nothingLost, prove } from '../proof.js';
import { isGood, Tally } from '../tally.js';

const PEOPLE = 30;
const COMMENTS_EACH = 10;
const STAR = 'mutation ($input: StarTalkInput!) { starTalk(input: $input) { talk { starCount } } }';

/** Row 15: many users concurrently star one talk and comment on it. */
export const hotCounters: Fault = {
  number: '15',
  name: `${PEOPLE} users star one talk and write ${PEOPLE * COMMENTS_EACH} comments on it concurrently`,
  figure: 'REST and GraphQL return exactly the acknowledged numbers; counters are exact',
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const tally = new Tally();
    const acknowledged: string[] = [];
    const talk = world.talks[0]!;
    await Promise.all(
      world.people.slice(0, PEOPLE).map(async ({ token }, person) => {
        const client = openClient(service.base, token);
        const starred =
          person % 2 ? client.post(`/v2.1/talks/${talk}/starred`, {}) : client.graph(STAR, { input: { talkId: talk } });
        tally.count(await starred);
        for (let turn = 0; turn < COMMENTS_EACH; turn += 1) {
          const comment = `hot ${person} ${turn}`;
          const answer = await client.post(`/v2.1/talks/${talk}/comments`, { comment, rating: 1 + (turn % 5) });
          tally.count(answer);
          if (isGood(answer.label)) acknowledged.push(comment);
        }
        client.close();
      }),
    );
    const reader = openClient(service.base);
    const graph = await reader.graph('query ($id: ID!) { talk(id: $id) { commentCount starCount } }', { id: talk });
    const rest = await reader.get(`/v2.1/talks/${talk}?verbose=yes`);
    reader.close();
    const kept = await prove(world, acknowledged);
    const { talks } = JSON.parse(rest.body) as { talks: [{ comment_count: number; starred_count: number }] };
    const all = PEOPLE * COMMENTS_EACH;
    return {
      answers: tally.counts,
      kept,
      findings: [
        tally.only(),
        alike('GraphQL returns exact counters', (JSON.parse(graph.body) as { data: object }).data, {
          talk: { commentCount: all, starCount: PEOPLE },
        }),
        alike('v2.1 returns exact counters', [talks[0].comment_count, talks[0].starred_count], [all, PEOPLE]),
        ...nothingLost(kept),
      ],
    };
  },
};

import type { Fault } from '../fault.js';
import { alike } from '../finding.js';
import { openClient } from '../client.js';
import { nothingLost, prove } from '../proof.js';
import { Tally } from '../tally.js';

const COMMENTS = 50;
const AT_ONCE = 20;
const ON_TALK = 'mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }';

/** Row 14: a client sends the same comment concurrently through REST and GraphQL. */
export const equalComments: Fault = {
  number: '14',
  name: `Each of ${COMMENTS} comments is sent ${AT_ONCE} times concurrently, half of them through GraphQL`,
  figure: 'each is accepted exactly once; all others are rejected as duplicates',
  quick: true,
  servers: 'one',
  async inject(site) {
    const world = await site.world();
    const service = await site.service({ DATABASE_URL: world.url });
    await service.start();
    const tally = new Tally();
    const talkId = world.talks[0]!;
    const acknowledged: string[] = [];
    const taken: number[] = [];
    const { token } = world.people[0]!;
    const clients = Array.from({ length: AT_ONCE }, () => openClient(service.base, token));
    for (let place = 0; place < COMMENTS; place += 1) {
      const comment = `equal ${place}`;
      const answers = await Promise.all(
        clients.map((client, which) =>
          which % 2
            ? client.post(`/v2.1/talks/${talkId}/comments`, { comment, rating: 3 })
            : client.graph(ON_TALK, { input: { talkId, text: comment, rating: 3 } }),
        ),
      );
      for (const answer of answers) tally.count({ ...answer, label: isDuplicate(answer) ? 'duplicate' : answer.label });
      const good = answers.filter(({ label }) => label === '200' || label === '201').length;
      taken.push(good);
      if (good > 0) acknowledged.push(comment);
    }
    clients.forEach((client) => client.close());
    const kept = await prove(world, acknowledged);
    return {
      answers: tally.counts,
      kept,
      findings: [
        tally.only('duplicate'),
        alike('each was accepted once', [...new Set(taken)], [1]),
        alike('all others are duplicates', tally.of('duplicate'), COMMENTS * (AT_ONCE - 1)),
        ...nothingLost(kept),
      ],
    };
  },
};

const isDuplicate = ({ label, body }: { readonly label: string; readonly body: string }): boolean =>
  label === 'DUPLICATE' || (label === '400' && body.includes('Duplicate comment'));

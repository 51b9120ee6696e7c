import { describe, expect, it } from '@jest/globals';
import { openStage, type Stage } from '../contract/stage.js';
import { required } from './submission.js';

/** Settings of a deployment (decisions no. 6 and 59), from the perspective of clients. */

async function withStage(environment: Record<string, string>, work: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage(environment);
  try {
    await work(stage);
  } finally {
    await stage.service.stop();
  }
}

/** The type in the response for a social event that was sent with this type. */
async function socialType(stage: Stage, type: string): Promise<unknown> {
  const body = { talk_title: 'Drinks', talk_description: 'x', start_date: '2090-06-01 14:00', type };
  expect((await stage.send(`PUT /talks/${stage.at.talk}`, 'host', body)).status).toBe(204);
  return (await stage.read(`/talks/${stage.at.talk}`, 'talks'))['type'];
}
const submission = async (stage: Stage) => (await stage.told('POST /events', 'stranger', required))[0];

describe('a deployment', () => {
  it.each([
    [{}, 'Social', 201],
    [{ COMPATIBILITY: 'legacy' }, 'Social event', 202],
    [{ TALK_TYPE_SOCIAL: 'Party' }, 'Party', 201],
    [{ EVENT_SUBMISSION: 'legacy' }, 'Social', 202],
    [{ COMPATIBILITY: 'legacy', TALK_TYPE_SOCIAL: 'Social', EVENT_SUBMISSION: 'spec' }, 'Social', 201],
  ] as const)('with %j returns %s, and responds to a submission with %i', async (environment, word, status) => {
    await withStage({ ...environment }, async (stage) => {
      for (const written of ['Social event', 'social', 'SOCIAL EVENT', word]) {
        expect([written, await socialType(stage, written)]).toEqual([written, word]);
      }
      expect(await submission(stage)).toBe(status);
    });
  });

  it('with a website redirects users to it', async () => {
    await withStage({ WEBSITE_URL: 'https://www.example.org/site/' }, async (stage) => {
      const { event, talk, users } = stage.at;
      await stage.stored("update events set slug = 'one', stub = 'uno' where id = $1", event);
      await stage.stored("update talks set stub = 'abcde' where id = $1", talk);
      const site = 'https://www.example.org/site';
      expect(await stage.read(`/events/${event}`, 'events')).toMatchObject({
        website_uri: `${site}/event/one`,
        humane_website_uri: `${site}/e/uno`,
      });
      expect(await stage.read(`/talks/${talk}`, 'talks')).toMatchObject({ website_uri: `${site}/talk/abcde` });
      expect(await stage.read(`/users/${users.owner}`, 'users')).toMatchObject({ website_uri: `${site}/user/owner` });
    });
  });

  it('has its product as the source of comments without an application', async () => {
    await withStage({ PRODUCT_NAME: 'Parlour' }, async (stage) => {
      await stage.stored('update access_tokens set application_id = null');
      const { headers } = await stage.send(`POST /talks/${stage.at.talk}/comments`, 'stranger', {
        comment: 'Fine',
        rating: 4,
      });
      const address = `${String(headers.get('location'))}?verbose=yes`;
      expect(await stage.read(address, 'comments')).toMatchObject({ source: 'Parlour' });
    });
  });

  it.each([
    [{}, ''],
    [{ COMPATIBILITY: 'legacy' }, null],
  ])('with %j has the source %j on a comment of an unknown application', async (environment, source) => {
    await withStage({ ...environment }, async (stage) => {
      const comment = { comment: 'Fine', rating: 4 };
      const { headers } = await stage.send(`POST /talks/${stage.at.talk}/comments`, 'stranger', comment);
      await stage.stored('update talk_comments set source = null');
      const address = `${String(headers.get('location'))}?verbose=yes`;
      expect(await stage.read(address, 'comments')).toMatchObject({ source });
    });
  });
});

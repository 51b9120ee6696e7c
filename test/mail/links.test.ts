import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askData } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

const WEBSITE = 'https://conferences.example';

type Person = 'host' | 'speaker' | 'admin';

/** A service, and one mail of every kind with a link to an event or a talk. */
async function linksOf(service: TestService): Promise<Record<string, string>> {
  const { pool } = service.database;
  const tokens = {} as Record<Person, string>;
  for (const username of ['host', 'speaker', 'admin'] as const) {
    const row = { username, full_name: username, email: `${username}@example.org`, is_admin: username === 'admin' };
    tokens[username] = await make.createToken(pool, await make.createUser(pool, row));
  }
  const write = async (by: Person, mutation: string, input: object, payload = '__typename') => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${payload} } }`;
    return (await askData(service, query, { token: tokens[by], variables: { input } }))[mutation];
  };
  const times = { startDate: new Date().toISOString(), endDate: new Date(Date.now() + 86_400_000).toISOString() };
  const event = { description: 'Talks', location: 'online', timeZone: 'UTC', ...times };
  const submit = async (name: string) =>
    (await write('host', 'submitEvent', { name, ...event }, 'event { id }')).event.id as string;

  await write('admin', 'rejectEvent', { eventId: await submit('Sleep'), reason: 'No conference' });
  const eventId = await submit('Machines');
  await write('admin', 'approveEvent', { eventId });
  const talk = { eventId, title: 'Engines', description: 'About them', startDate: times.startDate };
  const names = ['Ada', 'Bob', 'Cy'];
  const { talk: added } = await write('host', 'addTalk', { ...talk, speakers: names }, 'talk { id stub }');
  const talkId = added.id as string;
  const speaker = (speakerName: string) => ({ talkId, speakerName, username: 'speaker' });
  await write('speaker', 'claimSpeaker', speaker('Ada'));
  await write('host', 'rejectSpeakerClaim', speaker('Ada'));
  await write('host', 'claimSpeaker', speaker('Bob'));
  await write('host', 'rejectSpeakerClaim', speaker('Bob'));
  await write('speaker', 'claimSpeaker', speaker('Cy'));
  await write('host', 'claimSpeaker', speaker('Cy'));
  const { talkComment } = await write(
    'host',
    'commentOnTalk',
    { talkId, rating: 4, text: 'Clear' },
    'talkComment { id }',
  );
  await write('speaker', 'reportTalkComment', { talkCommentId: talkComment.id });
  await pool.query("update users set is_trusted = true where username = 'host'");
  await submit('Trusted');

  const links: Record<string, string> = {};
  for (const { kind, data } of await service.takeMail()) {
    const { eventName, eventUrl, talkUrl, url } = data as Partial<Record<string, string>>;
    const name = kind === 'event_submitted' || kind === 'event_rejected' ? `${kind}: ${eventName}` : kind;
    links[name] = (eventUrl ?? talkUrl ?? url ?? '').replace(String(added.stub), '{stub}');
  }
  return links;
}

describe('The links of mails', () => {
  let service: TestService;
  let website: TestService;
  beforeAll(async () => {
    [service, website] = [await startService(), await startService({ WEBSITE_URL: WEBSITE })];
  });
  afterAll(async () => {
    await service.stop();
    await website.stop();
  });

  it('lead to the tasks they request, and otherwise to the pages of the service', async () => {
    const { base, database } = service;
    const links = await linksOf(service);
    const { rows } = await database.pool.query<{ report: string }>('select id as report from comment_reports');
    expect(links).toEqual({
      'event_submitted: Sleep': `${base}/dashboard?event=1`,
      'event_rejected: Sleep': `${base}/dashboard?event=1`,
      'event_submitted: Machines': `${base}/dashboard?event=2`,
      event_approved: `${base}/event/machines`,
      // The last of two claims: the assignment has taken an ID between them.
      talk_claimed: `${base}/dashboard?claim=3`,
      claim_rejected: `${base}/talk/{stub}`,
      talk_assigned: `${base}/talk/{stub}`,
      claim_approved: `${base}/talk/{stub}`,
      talk_commented: `${base}/talk/{stub}`,
      comment_reported: `${base}/dashboard?report=${rows[0]?.report}`,
      'event_submitted: Trusted': `${base}/event/trusted`,
    });
  });

  it('lead to the website if there is one', async () => {
    expect(await linksOf(website)).toEqual({
      'event_submitted: Sleep': `${WEBSITE}/event/sleep`,
      'event_rejected: Sleep': `${WEBSITE}/event/sleep`,
      'event_submitted: Machines': `${WEBSITE}/event/machines`,
      event_approved: `${WEBSITE}/event/machines`,
      talk_claimed: `${WEBSITE}/talk/{stub}`,
      claim_rejected: `${WEBSITE}/talk/{stub}`,
      talk_assigned: `${WEBSITE}/talk/{stub}`,
      claim_approved: `${WEBSITE}/talk/{stub}`,
      talk_commented: `${WEBSITE}/talk/{stub}`,
      comment_reported: `${WEBSITE}/talk/{stub}`,
      'event_submitted: Trusted': `${WEBSITE}/event/trusted`,
    });
  });
});

import type { MailServer } from '../mail/mail-server.js';
import { ask, bodyOf, recordOf, type Json } from '../rest/ask.js';
import { eventually, type ServiceProcess } from '../support/process.js';
import type { Viewers } from './responses.js';

const PASSWORD = 'a rolling upgrade';

/** Logs in through the demo application. @returns the bearer token */
export async function logIn(service: ServiceProcess, username: string, password = 'lectern-demo'): Promise<string> {
  const client = { client_id: 'demo', client_secret: 'demo-secret' };
  const body = { grant_type: 'password', username, password, ...client };
  return String(bodyOf(await ask(service, '/v2.1/token', { method: 'POST', body }))['access_token']);
}

/** Sends a write that must succeed. @returns the URL of the record in its response */
export async function write(
  service: ServiceProcess,
  token: string | undefined,
  method: string,
  uri: unknown,
  body?: Json,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await ask(service, String(uri), { method, token, headers, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${String(uri)}: ${answer.status} ${answer.text}`);
  return answer.headers.get('content-location') ?? answer.headers.get('location') ?? '';
}

/** Registers, follows the link of the mail, and logs in. */
async function join(service: ServiceProcess, { received }: MailServer, username: string): Promise<string> {
  const email = `${username}@example.org`;
  await write(service, undefined, 'POST', '/v2.1/users', {
    ...{ username, full_name: `Full ${username}`, email, password: PASSWORD },
  });
  const link = () =>
    received
      .filter(({ envelope }) => envelope.to.includes(email))
      .map(({ mail }) => /\/user\/verification\?token=(\S+)/.exec(mail.text ?? '')?.[1])
      .find((token) => token !== undefined);
  await eventually(() => link() !== undefined);
  await write(service, undefined, 'POST', '/v2.1/users/verifications', { token: link() });
  return logIn(service, username, PASSWORD);
}

/** Writes a conference through v2.1, with a record of each kind and in each state. @returns its people */
export async function walkReleased(service: ServiceProcess, mails: MailServer): Promise<Viewers> {
  const admin = await logIn(service, 'admin');
  const [hanna, sam, tess] = [
    await join(service, mails, 'hanna'),
    await join(service, mails, 'sam'),
    await join(service, mails, 'tess'),
  ];
  const send = (...[token, method, uri, body]: [string, string, unknown, Json?]) =>
    write(service, token, method, uri, body);
  const record = async (name: string, uri: unknown, token = hanna): Promise<Json> =>
    recordOf(await ask(service, `${String(uri)}?verbose=yes`, { token }), name);
  const submit = (name: string) =>
    send(hanna, 'POST', '/v2.1/events', {
      ...{ name, description: 'Two days & nights', location: 'Zürich', tags: ['php', 'quiet'] },
      ...{ start_date: '2026-12-05 09:30', end_date: '2027-12-06 16:00' },
      ...{ tz_continent: 'Europe', tz_place: 'Zurich', cfp_start_date: '2026-11-01', cfp_end_date: '2027-10-01' },
      ...{ cfp_url: 'https://example.org/cfp' },
    });

  await submit('A conference that awaits approval');
  const rejected = await submit('A conference that is rejected');
  await send(admin, 'DELETE', `${rejected}/approval`);
  const event = await submit('Days of Quiet Code');
  await send(admin, 'POST', `${event}/approval`);
  await send(hanna, 'POST', `${event}/hosts`, { host_name: 'host' });
  const track = await send(hanna, 'POST', `${event}/tracks`, { track_name: 'Hall', track_description: 'With echo' });

  const talks: string[] = [];
  for (const talk_title of ['On Silence', 'On Noise', 'Über Stille']) {
    const talk = await send(hanna, 'POST', `${event}/talks`, {
      ...{ talk_title, talk_description: 'Hush', start_date: '2026-12-05 10:00', duration: 45, type: 'Workshop' },
      ...{ speakers: ['S. Speaker', 'T. Speaker', 'Guest'] },
    });
    await send(hanna, 'POST', `${talk}/tracks`, { track_uri: track });
    await send(hanna, 'POST', `${talk}/links`, { display_name: 'video_link', url: 'https://example.org/v' });
    talks.push(talk);
  }
  const [silence = '', noise = ''] = talks;

  // One claim is approved, one waits for a host, and one assignment waits for its speaker.
  const claim = { display_name: 'S. Speaker', username: 'sam' };
  for (const talk of [silence, noise]) await send(sam, 'POST', `${talk}/speakers`, claim);
  await send(hanna, 'POST', `${silence}/speakers`, claim);
  await send(hanna, 'POST', `${silence}/speakers`, { display_name: 'T. Speaker', username: 'tess' });

  for (const uri of [`${event}/attending`, ...talks.map((talk) => `${talk}/starred`)]) await send(tess, 'POST', uri);
  await send(sam, 'POST', `${noise}/starred`);
  const comments: string[] = [];
  for (const parent of [event, ...talks]) {
    for (const [token, comment, rating] of [
      [tess, 'So quiet!', 5],
      [sam, 'Cold halls', 2],
      [tess, 'Even more quiet', 4],
    ] as const) {
      comments.push(await send(token, 'POST', `${parent}/comments`, { comment, rating }));
    }
  }
  // Of each kind of comment, one is restored, one stays hidden, and one awaits the decision.
  for (const [place, decision] of [
    ...([
      [0, 'denied'],
      [1, 'approved'],
      [2, null],
    ] as const),
    ...([
      [6, 'denied'],
      [7, 'approved'],
      [8, null],
    ] as const),
  ]) {
    const { reported_uri } = await record('comments', comments[place], tess);
    await send(place % 3 === 1 ? tess : sam, 'POST', reported_uri);
    if (decision) await send(hanna, 'PUT', reported_uri, { decision });
  }
  await send(tess, 'PUT', comments.at(-1), { comment: 'Even more quiet than before' });
  await send(sam, 'POST', '/v2.1/applications', {
    ...{ name: 'Phone', description: 'x', callback_url: 'https://phone.example/' },
  });
  await write(service, undefined, 'POST', '/v2.1/emails/reminders/password', { username: 'sam' });
  return { anonymous: undefined, hanna, sam, tess, host: await logIn(service, 'host'), admin };
}

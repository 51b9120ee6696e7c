import { bodyOf } from '../rest/ask.js';
import { guideThrough, type Guide } from './guide.js';
import { PASSWORD, type Showcase } from './showcase.js';
import { registerAndLogIn } from './tour-accounts.js';
import { moderate } from './tour-moderation.js';
import { readEverything } from './tour-reads.js';
import { runAConference } from './tour-writes.js';
import { client, type Tokens, type Tourist } from './tourist.js';

/** Requests every row of the table at least once, in a plausible order. */
export async function tour(service: Showcase): Promise<Guide> {
  const guide = guideThrough(service);
  const login = async (username: string) => {
    const body = { grant_type: 'password', username, password: PASSWORD, ...client };
    return String(bodyOf(await guide.ask('POST /v2.1/token', { body }))['access_token']);
  };
  const [host, admin] = [await login('host'), await login('admin')];
  const tokens: Tokens = { host, admin, speaker: await login('speaker'), attendee: await login('attendee') };
  const tourist: Tourist = { ...guide, service, tokens };
  await readEverything(tourist);
  await runAConference(tourist);
  await moderate(tourist);
  await registerAndLogIn(tourist);
  for (const path of ['twitter/request_token', 'twitter/token', 'facebook/token'])
    await guide.ask(`POST /v2.1/${path}`);
  return guide;
}

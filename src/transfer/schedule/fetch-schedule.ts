import { OperatorError } from '../../config/operator-error.js';
import { scheduleBytes } from './import-schedule.js';
import { MAX_SCHEDULE_BYTES } from './formats/schedule.js';

const TIMEOUT_MS = 30_000;
const USER_AGENT = 'Lectern (importing a schedule)';

const MAX_REDIRECTS = 5;

/**
 * Fetches a schedule for the operator, who chooses the URL; hosts upload files instead, so that no request makes the
 * service contact another server.
 *
 * @throws OperatorError unless it is an https URL, as all of its redirects, that responds with 200 in time
 */
export async function fetchSchedule(address: string): Promise<Uint8Array> {
  const { status, body } = await follow(address, AbortSignal.timeout(TIMEOUT_MS));
  if (status !== 200) {
    await body?.cancel();
    throw new OperatorError(`${address} responded with ${status}.`);
  }
  if (body === null) return Buffer.alloc(0);
  try {
    return (await scheduleBytes(body)) ?? Buffer.alloc(MAX_SCHEDULE_BYTES + 1);
  } catch (cause) {
    throw new OperatorError(`${address} was not received completely.`, { cause });
  }
}

async function follow(address: string, signal: AbortSignal): Promise<Response> {
  let target = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!/^https:\/\//i.test(target) || !URL.canParse(target)) {
      throw new OperatorError(`--from: ${target} is not an https URL.`);
    }
    const response = await request(target, signal);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || !location || !URL.canParse(location, target)) return response;
    await response.body?.cancel();
    target = new URL(location, target).href;
  }
  throw new OperatorError(`${address} redirects more than ${MAX_REDIRECTS} times.`);
}

async function request(address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, { headers: { 'User-Agent': USER_AGENT }, redirect: 'manual', signal });
  } catch (cause) {
    throw new OperatorError(`${address} cannot be reached.`, { cause });
  }
}

import { OperatorError } from '../../config/operator-error.js';
import { scheduleBytes } from './import-schedule.js';
import { MAX_SCHEDULE_BYTES } from './schedule.js';

const TIMEOUT_MS = 30_000;
const USER_AGENT = 'Lectern (importing a schedule)';

/**
 * Fetches a schedule for the operator, who chooses the URL; hosts upload files instead, so that no request makes the
 * service contact another server.
 *
 * @throws OperatorError unless it is an https URL, also after redirects, that responds with 200 in time
 */
export async function fetchSchedule(address: string): Promise<Uint8Array> {
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) {
    throw new OperatorError(`--from: ${address} is not an https URL.`);
  }
  const response = await request(address);
  const { status, url, body } = response;
  if (status !== 200 || !url.startsWith('https://')) {
    await body?.cancel();
    throw new OperatorError(
      status === 200
        ? `${address} redirects to ${url}, which is not an https URL.`
        : `${address} responded with ${status}.`,
    );
  }
  if (body === null) return Buffer.alloc(0);
  try {
    return (await scheduleBytes(body)) ?? Buffer.alloc(MAX_SCHEDULE_BYTES + 1);
  } catch (cause) {
    throw new OperatorError(`${address} was not received completely.`, { cause });
  }
}

async function request(address: string): Promise<Response> {
  try {
    return await fetch(address, { headers: { 'User-Agent': USER_AGENT }, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    throw new OperatorError(`${address} cannot be reached.`, { cause });
  }
}

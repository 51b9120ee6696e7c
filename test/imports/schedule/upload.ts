import { FORM_TYPE, formOf } from '../../rest/multipart.js';
import type { Answer } from '../../graphql/ask.js';
import * as make from '../../support/factories.js';
import type { TestService } from '../../support/service.js';

/** An event with a host who imports into it. */
export interface Hosting {
  readonly event: string;
  readonly hostId: string;
  /** The token of the host. */
  readonly host: string;
}

export async function createHosting({
  database: { pool },
}: {
  readonly database: Pick<TestService['database'], 'pool'>;
}): Promise<Hosting> {
  const [hostId, event] = [await make.createUser(pool), await make.createEvent(pool)];
  await make.createHost(pool, event, hostId);
  return { event, hostId, host: await make.createToken(pool, hostId) };
}

/** The mutation of `uploadSchedule`. */
export const IMPORT_SCHEDULE = `mutation ($input: ImportScheduleInput!) { importSchedule(input: $input) {
  report {
    added changed moved removed kept unchanged problems { row field reason text }
    format encoding timeZone dateOrder columns { name field } problemKinds { reason count examples { row text } }
  }
  event { id talkCount }
} }`;

/** The headers and the body of `importSchedule` with a file: a GraphQL multipart request. */
export function importRequest(input: Readonly<Record<string, unknown>>, file: string | Buffer) {
  const operations = { query: IMPORT_SCHEDULE, variables: { input: { ...input, file: null } } };
  const body = formOf([
    { name: 'operations', content: JSON.stringify(operations) },
    { name: 'map', content: JSON.stringify({ 0: ['variables.input.file'] }) },
    { name: '0', filename: 'schedule', content: file },
  ]);
  return { headers: { 'Content-Type': FORM_TYPE, 'apollo-require-preflight': 'yes' }, body };
}

/** Sends `importSchedule` with a file. */
export function uploadSchedule(
  service: Pick<TestService, 'base'>,
  token: string | null,
  input: Readonly<Record<string, unknown>>,
  file: string | Buffer,
): Promise<Answer> {
  return sendImport(service, token, importRequest(input, file));
}

/** Sends a request of `importRequest`. */
async function sendImport(
  { base }: Pick<TestService, 'base'>,
  token: string | null,
  { headers, body }: ReturnType<typeof importRequest>,
): Promise<Answer> {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { ...headers, ...(token !== null && { Authorization: `Bearer ${token}` }) },
    body: new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length),
  });
  const { data = null, errors = [], extensions = {} } = (await response.json()) as Partial<Answer>;
  return { status: response.status, data, errors, extensions };
}

/** The counts of a report, in the order added, changed, moved, removed, kept, unchanged; and its problems. */
export function countsOf({ data }: Answer) {
  const { added, changed, moved, removed, kept, unchanged, problems } = data.importSchedule.report;
  const reasons = (problems as { readonly reason: string }[]).map(({ reason }) => reason);
  return [[added, changed, moved, removed, kept, unchanged], reasons];
}

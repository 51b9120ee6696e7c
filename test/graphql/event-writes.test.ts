import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { ask, askData, type Answer, type Data } from './ask.js';

let service: TestService;
let host: { id: string; token: string };
let admin: { id: string; token: string };

async function someone(row: Record<string, unknown> = {}): Promise<{ id: string; token: string }> {
  const id = await createUser(service.database.pool, row);
  return { id, token: await createToken(service.database.pool, id) };
}
beforeAll(async () => {
  service = await startService();
  host = await someone({ full_name: 'Ada' });
  admin = await someone({ is_admin: true });
});
afterAll(() => service.stop());

const required = {
  name: 'Graph Day',
  description: 'About graphs',
  location: 'online',
  startDate: '2026-12-05 09:30',
  endDate: '2026-12-05 18:00',
  timeZone: 'Asia/Tokyo',
};
const optional = {
  websiteUrl: 'https://graph.example.org',
  cfpUrl: 'https://graph.example.org/cfp',
  cfpStartDate: '2026-11-01',
  cfpEndDate: '2026-11-30',
  latitude: 35.68,
  longitude: 139.69,
  tags: ['Graph'],
};
const FIELDS = `name slug status startDate timeZone websiteUrl cfpUrl cfpStartDate cfpEndDate latitude longitude tags
  contactName viewerIsAttending attendeeCount viewerCanEdit hosts { fullName }`;
const SUBMIT = `mutation ($input: SubmitEventInput!) { submitEvent(input: $input) { event { id ${FIELDS} } } }`;
const REPLACE = `mutation ($input: ReplaceEventInput!) { replaceEvent(input: $input) { event { ${FIELDS} } } }`;

const stored = {
  websiteUrl: optional.websiteUrl,
  cfpUrl: optional.cfpUrl,
  cfpStartDate: '2026-11-01T00:00:00+09:00',
  cfpEndDate: '2026-11-30T00:00:00+09:00',
  latitude: 35.68,
  longitude: 139.69,
  tags: ['graph'],
};
const told = ({ status, errors }: Answer): unknown => [
  status,
  errors.map(({ extensions: { code, problems } }) => ({ code, problems })),
];

describe('An event in GraphQL', () => {
  let event: Data;
  const replace = (fields: object): Promise<Data> =>
    askData(service, REPLACE, {
      token: host.token,
      variables: { input: { eventId: event.id, ...required, ...fields } },
    });

  it('is submitted, and the payload contains all of it', async () => {
    const { submitEvent } = await askData(service, SUBMIT, {
      token: host.token,
      variables: { input: { ...required, ...optional } },
    });
    event = submitEvent.event;
    expect(event).toEqual({
      id: event.id,
      name: 'Graph Day',
      slug: 'graph-day',
      status: 'PENDING',
      startDate: '2026-12-05T09:30:00+09:00',
      timeZone: 'Asia/Tokyo',
      ...stored,
      contactName: 'Ada',
      viewerIsAttending: true,
      attendeeCount: 1,
      viewerCanEdit: true,
      hosts: [{ fullName: 'Ada' }],
    });
  });

  // Three times each: the first is interpreted, the others are compiled.
  it.each([1, 2, 3])('keeps omitted fields in a replacement, and clears null or empty ones (%i)', async () => {
    expect((await replace({ ...optional })).replaceEvent.event).toMatchObject(stored);
    expect((await replace({ name: 'Renamed' })).replaceEvent.event).toMatchObject({
      ...stored,
      name: 'Renamed',
      slug: 'graph-day',
    });
    const nothing = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
    const cleared = { ...nothing, tags: [] };
    expect((await replace(nothing)).replaceEvent.event).toMatchObject(cleared);
    await replace(optional);
    const empty = { websiteUrl: '', cfpUrl: '', cfpStartDate: '', cfpEndDate: '', tags: [] };
    expect((await replace(empty)).replaceEvent.event).toMatchObject({
      ...stored,
      ...cleared,
      latitude: 35.68,
      longitude: 139.69,
    });
  });

  it('is rejected with a problem for each field, worded as in REST', async () => {
    const nothing = { name: '', description: '', location: '', startDate: '', endDate: 'here', timeZone: '' };
    const variables = {
      input: { ...nothing, websiteUrl: 'x', latitude: 91, tags: Array.from({ length: 51 }, (_, n) => `${n}`) },
    };
    expect(told(await ask(service, SUBMIT, { token: host.token, variables }))).toEqual([
      200,
      [
        {
          code: 'INVALID',
          problems: [
            { reason: 'FIELD_REQUIRED', field: 'name' },
            { reason: 'FIELD_REQUIRED', field: 'description' },
            { reason: 'FIELD_REQUIRED', field: 'location' },
            { reason: 'FIELD_REQUIRED', field: 'startDate' },
            { reason: 'DATE_UNREADABLE', field: 'endDate' },
            { reason: 'URL_INVALID', field: 'websiteUrl' },
            { reason: 'NUMBER_OUT_OF_RANGE', field: 'latitude' },
            { reason: 'TOO_MANY_TAGS', field: 'tags', limit: 50 },
          ],
        },
      ],
    ]);
  });

  it.each([
    [{ endDate: '2026-12-04' }, { reason: 'DATES_REVERSED', field: 'endDate' }],
    [{ timeZone: 'Nowhere' }, { reason: 'TIME_ZONE_UNKNOWN', field: 'timeZone' }],
    [
      { timeZone: 'bst' },
      { reason: 'TIME_ZONE_UNKNOWN', field: 'timeZone', suggestions: ['Europe/London', 'Asia/Dhaka'] },
    ],
  ])('with %j is rejected', async (fields, problem) => {
    const variables = { input: { ...required, ...fields } };
    const answer = await ask(service, SUBMIT, { token: host.token, variables });
    expect(told(answer)).toEqual([200, [{ code: 'INVALID', problems: [problem] }]]);
  });

  it('is rejected beyond the limit of pending events, which is reported', async () => {
    const { token } = await someone();
    const submit = () => ask(service, SUBMIT, { token, variables: { input: required } });
    for (const _ of [1, 2, 3]) expect((await submit()).errors).toEqual([]);
    const answer = await submit();
    expect(told(answer)).toEqual([
      200,
      [{ code: 'INVALID', problems: [{ reason: 'TOO_MANY_PENDING_EVENTS', limit: 3 }] }],
    ]);
  });

  it('is rejected, and cannot be approved after that', async () => {
    const REJECT = `mutation ($input: RejectEventInput!) {
      rejectEvent(input: $input) { event { status rejectionReason reviewDate } } }`;
    const input = { eventId: event.id, reason: ' Off topic ' };
    const data = await askData(service, REJECT, { token: admin.token, variables: { input } });
    expect(data.rejectEvent.event).toEqual({
      status: 'REJECTED',
      rejectionReason: 'Off topic',
      reviewDate: expect.stringMatching(/\+00:00$/),
    });
    const APPROVE = 'mutation ($input: ApproveEventInput!) { approveEvent(input: $input) { event { status } } }';
    const approval = await ask(service, APPROVE, { token: admin.token, variables: { input: { eventId: event.id } } });
    expect(told(approval)).toEqual([200, [{ code: 'INVALID', problems: [{ reason: 'EVENT_NOT_PENDING' }] }]]);
  });

  it('is approved, gets other hosts, and loses its image', async () => {
    const { pool } = service.database;
    const waiting = await createEvent(pool, { status: 'PENDING', icon: 'old.png' });
    await createHost(pool, waiting, host.id);
    await createUser(pool, { username: 'grace', full_name: 'Grace' });
    const data = await askData(
      service,
      `mutation ($id: ID!, $host: ID!) {
        approveEvent(input: { eventId: $id }) { event { status } }
        addHost(input: { eventId: $id, username: "GRACE" }) { event { hosts { fullName } } }
        removeHost(input: { eventId: $id, userId: $host }) { event { hosts { fullName } } }
        clearEventImages(input: { eventId: $id }) { event { icon images { kind } } }
      }`,
      { token: admin.token, variables: { id: waiting, host: host.id } },
    );
    expect(data).toEqual({
      approveEvent: { event: { status: 'APPROVED' } },
      addHost: { event: { hosts: [{ fullName: 'Ada' }, { fullName: 'Grace' }] } },
      removeHost: { event: { hosts: [{ fullName: 'Grace' }] } },
      clearEventImages: { event: { icon: null, images: [] } },
    });
  });
});

it.each(['1e400', '-1e400'])('a latitude that no number holds is refused: %s', async (latitude) => {
  const fields = Object.entries(required).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const query = `mutation { submitEvent(input: { ${fields.join(' ')} latitude: ${latitude} }) { event { id } } }`;
  const problems = [{ reason: 'NUMBER_OUT_OF_RANGE', field: 'latitude' }];
  expect(await ask(service, query, { token: host.token })).toMatchObject({
    errors: [{ extensions: { code: 'INVALID', problems } }],
  });
});

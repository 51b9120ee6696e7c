import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askData, type Data } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { roles, type Role } from './truth.js';
import { startScenario, type Scenario } from './writes.js';

/** The tasks of a role: names of the places whose events, claims and reports it decides. */
interface Tasks {
  readonly events: readonly string[];
  readonly claims: readonly string[];
  /** Names of the places where a talk is assigned to the user of the role. */
  readonly assignments: readonly string[];
  readonly reports: readonly string[];
  readonly submissions: readonly string[];
}

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario({ LIMIT_UNKNOWN_TOKEN_ADDRESS: 'off' });
});
afterAll(() => scenario.service.stop());

const CLAIM = 'nodes { id displayName talk { event { id } } }';
const REPORT =
  'nodes { id comment { ... on EventComment { event { id } } ... on TalkComment { talk { event { id } } } } }';
const TASKS = `{ tasks {
  events { nodes { id } } claims { ${CLAIM} } assignments { ${CLAIM} } reports { ${REPORT} } submissions { nodes { id } }
} }`;

const ask = (role: Role, query: string, variables = {}) => {
  const token = scenario.world.tokens[role];
  return askData(scenario.service, query, { variables, ...(token !== undefined && { token }) });
};

async function tasksOf(role: Role): Promise<Tasks | null> {
  const { shown, hidden } = scenario.world;
  const names = new Map([
    [shown.event, 'shown'],
    [hidden.event, 'hidden'],
  ]);
  const nameOf = ({ id }: { id: string }) => names.get(id) ?? id;
  const { tasks } = await ask(role, TASKS);
  const claimed = (claim: Data) => `${nameOf(claim.talk.event)} ${claim.displayName}`;
  return (
    tasks && {
      events: tasks.events.nodes.map(nameOf),
      claims: tasks.claims.nodes.map(claimed),
      assignments: tasks.assignments.nodes.map(claimed),
      reports: tasks.reports.nodes.map((report: Data) =>
        report.comment.talk ? `talk of ${nameOf(report.comment.talk.event)}` : nameOf(report.comment.event),
      ),
      submissions: tasks.submissions.nodes.map(nameOf),
    }
  );
}

const decisions = {
  claims: ['shown Claimed', 'hidden Claimed'],
  reports: ['shown', 'talk of shown', 'hidden', 'talk of hidden'],
};
const none: Tasks = { events: [], claims: [], assignments: [], reports: [], submissions: [] };
const asAdmin: Tasks = { ...none, ...decisions, events: ['hidden'], submissions: [] };
const expected: Partial<Record<Role, Tasks | null>> = {
  anonymous: null,
  host: { ...none, ...decisions, events: [], submissions: ['hidden'] },
  admin: asAdmin,
  adminElsewhere: asAdmin,
  owner: { ...none, assignments: ['shown Assigned'] },
  ownerElsewhere: { ...none, assignments: ['shown Assigned'] },
};
const authenticated = roles.filter((role) => role !== 'inactive');

describe('Pending tasks', () => {
  it('are those of hosted events, and all for site administrators', async () => {
    const told: Partial<Record<Role, Tasks | null>> = {};
    for (const role of authenticated) told[role] = await tasksOf(role);
    expect(told).toEqual(
      Object.fromEntries(authenticated.map((role) => [role, role in expected ? expected[role] : none])),
    );
  });

  it('are found by ID by hosts of the event and site administrators only', async () => {
    const { rows } = await scenario.service.database.pool.query<{ claim: string; report: string }>(
      `select (select id from speaker_claims where claimed_at is not null and event_id = $1) as claim,
        (select id from comment_reports where event_id = $1 order by id limit 1) as report`,
      [scenario.world.shown.event],
    );
    const query =
      'query ($claim: ID!, $report: ID!) { speakerClaim(id: $claim) { id } commentReport(id: $report) { id } }';
    const finding: Role[] = [];
    for (const role of authenticated) {
      const { speakerClaim, commentReport } = await ask(role, query, rows[0]);
      expect(speakerClaim === null).toBe(commentReport === null);
      if (speakerClaim) finding.push(role);
    }
    expect(finding).toEqual(['host', 'admin', 'adminElsewhere']);
  });

  it('name a comment once, however many users report it, until the decision', async () => {
    const { service, world } = scenario;
    const { event, reportedEventComment: comment } = world.shown;
    await make.createReport(service.database.pool, event, {
      event_comment_id: comment,
      reporter_id: world.users.owner,
    });
    expect((await tasksOf('host'))?.reports).toEqual(decisions.reports);
    const decide = `mutation ($input: DecideEventCommentReportInput!) { decideEventCommentReport(input: $input) { __typename } }`;
    await ask('host', decide, { input: { eventCommentId: comment, decision: 'UPHELD' } });
    expect((await tasksOf('host'))?.reports).toEqual(decisions.reports.slice(1));
  });

  it('take a number of statements that does not depend on the number of events', async () => {
    const { service, world } = scenario;
    const { pool } = service.database;
    const count = async () => {
      service.takeStatements();
      await tasksOf('host');
      return service.takeStatements().length;
    };
    const few = await count();
    for (let index = 0; index < 20; index += 1) {
      const event = await make.createEvent(pool, { status: index % 2 ? 'PENDING' : 'APPROVED' });
      await make.createHost(pool, event, world.users.host);
      const talk = await make.createTalk(pool, event);
      await make.createClaim(pool, event, talk, await make.createSpeaker(pool, event, talk), world.users.owner);
      const comment = await make.createTalkComment(pool, event, talk);
      await make.createReport(pool, event, { talk_comment_id: comment, reporter_id: world.users.owner });
    }
    // Loads of different lists share a statement if their rows arrive together.
    expect(Math.abs((await count()) - few)).toBeLessThan(4);
    expect((await tasksOf('host'))?.claims).toHaveLength(20);
  });
});

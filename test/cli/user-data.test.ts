import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanUp } from '../support/clean-up.js';
import { everythingStored } from '../support/everything-stored.js';
import * as make from '../support/factories.js';
import { createMember } from '../support/sign-in.js';
import { cleanDoctor } from '../support/doctor-output.js';
import { commandLine, commandOnTerminal, type CommandLine } from './command.js';

const EMAIL = 'ada@lovelace.example';
const AVATAR = '0123456789abcdef0123456789abcdef';
const unknown = { code: 1, output: '', errors: 'No such user: look up the username with user list.\n' };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

let line: CommandLine;
/** Ada's secrets. */
const secrets: string[] = [];

/** A user who has done everything once, and another who has done some of it too. */
beforeAll(async () => {
  line = await commandLine();
  const { pool } = line.database;
  const ada = await createMember(pool, 'Ada', 'a nanosecond of wire', {
    ...{ full_name: 'Ada Lovelace', email: EMAIL, biography: 'Notes', twitter_username: 'ada_l' },
    ...{ is_active: false, random_avatar_hash: AVATAR },
  });
  const grace = await make.createUser(pool, { username: 'grace', is_admin: true });
  const contact = { contact_name: 'Ada Lovelace', contact_email: EMAIL.toUpperCase() };
  const event = await make.createEvent(pool, { name: 'Engines', ...contact });
  const reviewed = { reviewer_id: ada, reviewed_at: 'now', status: 'REJECTED', rejection_reason: 'Too analytical' };
  await make.createEvent(pool, { name: 'Looms', contact_name: 'Ada Lovelace', ...reviewed });
  const talk = await make.createTalk(pool, event, { title: 'Note G' });
  const other = await make.createTalk(pool, event, { title: 'Cards' });
  await make.createHost(pool, event, ada);
  for (const user of [ada, grace]) {
    await make.createAttendee(pool, event, user);
    await make.createStar(pool, event, talk, user);
    await make.createTalkComment(pool, event, other, { user_id: user, rating: 5, comment: 'Clear' });
  }
  await make.createSpeaker(pool, event, talk, { display_name: 'Countess A.', user_id: ada });
  const names = [
    await make.createSpeaker(pool, event, other),
    await make.createSpeaker(pool, event, other, { display_name: 'Grace' }),
  ];
  await make.createClaim(pool, event, other, names[0] ?? '', ada, { submitted_by_id: ada, claimed_at: 'now' });
  await make.createClaim(pool, event, other, names[1] ?? '', grace, { submitted_by_id: ada, assigned_at: 'now' });
  const said = await make.createEventComment(pool, event, { user_id: ada, rating: 2, author_name: 'Ada Lovelace' });
  await make.createReport(pool, event, { event_comment_id: said, reporter_id: ada });
  const decided = { decided_by_id: ada, decided_at: 'now', decision: 'REJECTED', reporter_id: grace };
  await make.createReport(pool, event, { event_comment_id: said, ...decided });
  const own = await make.createApplication(pool, { user_id: ada, name: 'Mill' });
  await make.createApplication(pool, { user_id: ada, name: 'Website', is_first_party: true });
  await make.createToken(pool, ada, { application_id: own });
  await pool.query(
    "insert into account_tokens (user_id, purpose, token_hash, expires_at) values ($1, 'reset_password', 'hash of a mailed link', now())",
    [ada],
  );
  await pool.query(
    `with g as (
        insert into grants (user_id, application_id, scopes, created_at, expires_at)
          values ($1, $2, '{read,feedback}', now(), now()) returning id)
      insert into refresh_tokens (grant_id, token_hash, created_at) select id, 'hash of a refresh token', now() from g`,
    [ada, own],
  );
  await pool.query(
    `insert into authorization_codes (code_hash, user_id, application_id, redirects_to, code_challenge, created_at, expires_at)
      values ('hash of a code', $1, $2, 'https://mill.example/', 'hash of a verifier', now(), now())`,
    [ada, own],
  );
  await pool.query('insert into feedback_notices (user_id, talk_id, mailed_at) values ($1, $2, now())', [ada, talk]);
  await pool.query(
    `insert into pending_feedback (user_id, talk_comment_id, origin, due_at)
      select $1, min(id), 'https://mill.example', now() from talk_comments`,
    [ada],
  );
  await pool.query(
    `insert into comment_versions (event_id, talk_comment_id, comment, replaced_at)
      select event_id, id, 'Unclear', now() from talk_comments where user_id = $1`,
    [ada],
  );
  await pool.query(
    `insert into author_disclosures (event_id, talk_comment_id, host_id, reason, disclosed_at)
      select event_id, id, null, 'A threat', now() from talk_comments where user_id = $1
      union all select event_id, id, $1, 'An insult', now() from talk_comments where user_id <> $1`,
    [ada],
  );
  await pool.query(
    `insert into shared_feedback (event_id, talk_id, user_id, secret_hash, includes_ratings, created_at)
      select event_id, id, $1, 'hash of a share', true, now() from talks where id = $2`,
    [ada, talk],
  );
  await pool.query(
    `insert into webhooks (event_id, user_id, url, kinds, description, origin, secret, previous_secret, start_epoch,
       start_snapshot)
     select event_id, $1, 'https://hooks.mill.example/', '{talk.moved}', 'Chat', 'https://mill.example', 'a sealed secret',
       'an earlier sealed secret', 0, '1:1:' from talks where id = $2`,
    [ada, talk],
  );
  await pool.query("insert into account_exports values ($1, 'hash of an export', now())", [ada]);
  await pool.query("insert into personal_calendars (user_id, secret_hash) values ($1, 'hash of a calendar')", [ada]);
  await pool.query(
    `insert into idempotency_keys (user_id, key, fingerprint, answer) values ($1, 'once', 'abc', '{"status":201}')`,
    [ada],
  );
  await pool.query(
    `insert into email_changes (user_id, new_email, confirmation_hash, authorisation_hash, cancellation_hashes, expires_at)
      values ($1, 'countess@example.net', 'hash to confirm', 'hash to authorise', '{hash to cancel,an earlier one}', now())`,
    [ada],
  );
  const { rows } = await pool.query<{ secret: string }>(
    `select password_hash as secret from users where password_hash is not null
      union all select secret_hash from personal_calendars union all select secret_hash from account_exports
      union all select secret_hash from shared_feedback
      union all select unnest(array[secret, previous_secret]) from webhooks
      union all select token_hash from refresh_tokens
      union all select token_hash from access_tokens union all select token_hash from account_tokens
      union all select unnest(array[code_hash, code_challenge]) from authorization_codes
      union all select unnest(array[confirmation_hash, authorisation_hash] || cancellation_hashes) from email_changes
      union all select distinct consumer_secret_encrypted from applications`,
  );
  secrets.push(...rows.map(({ secret }) => secret));
});
afterAll(cleanUp);

describe('user export', () => {
  it('prints all data about a user, by any case of the username, without secrets', async () => {
    const { code, output, errors } = await line.lectern('user', 'export', 'ADA');
    expect([code, errors]).toEqual([0, '']);
    const { exportedAt, account, records } = JSON.parse(output) as Record<string, Record<string, unknown>>;
    expect(exportedAt).toEqual(expect.any(String));
    expect(account).toEqual({
      ...{ id: expect.any(String), username: 'Ada', fullName: 'Ada Lovelace', email: EMAIL },
      ...{ biography: 'Notes', twitterUsername: 'ada_l', avatarHash: expect.stringMatching(/^[0-9a-f]{32}$/) },
      randomAvatarHash: AVATAR,
      ...{ isActive: false, isVerified: true, isAdmin: false, isTrusted: false },
      ...{ feedbackMails: 'HOURLY', mutedMails: [], deletionAt: null, verifyBy: null },
      ...{ lastLoginAt: null, createdAt: time },
    });
    const engines = { eventId: expect.any(String), event: 'Engines' };
    const noteG = { ...engines, talkId: expect.any(String), talk: 'Note G' };
    const id = expect.any(String);
    expect(records).toMatchObject({
      hostedEvents: [{ ...engines, createdAt: time }],
      eventsWithContact: [{ id, name: 'Engines', contactName: 'Ada Lovelace', contactEmail: EMAIL.toUpperCase() }],
      reviewedEvents: [{ id, name: 'Looms', status: 'REJECTED', reviewedAt: time, rejectionReason: 'Too analytical' }],
      attendedEvents: [{ ...engines, createdAt: time }],
      talks: [{ id, ...noteG, displayName: 'Countess A.' }],
      speakerClaims: [{ ...engines, talk: 'Cards', claimedAt: time, assignedAt: null }],
      claimsForOthers: [{ ...engines, talk: 'Cards', claimedAt: null, assignedAt: time }],
      stars: [{ ...noteG, createdAt: time }],
      eventComments: [{ ...engines, rating: 2, authorName: 'Ada Lovelace', isHidden: false, createdAt: time }],
      talkComments: [{ ...engines, talk: 'Cards', rating: 5, comment: 'Clear', isPrivate: false, editedAt: null }],
      commentVersions: [{ ...engines, talkCommentId: id, comment: 'Unclear', replacedAt: time }],
      disclosures: [{ ...engines, reason: 'A threat', disclosedAt: time }],
      disclosedAuthors: [{ ...engines, reason: 'An insult', disclosedAt: time }],
      sharedFeedback: [{ talk: 'Note G', includesRatings: true, expiresAt: null }],
      webhooks: [
        { id, url: 'https://hooks.mill.example/', kinds: ['talk.moved'], description: 'Chat', createdAt: time },
      ],
      reports: [{ ...engines, eventCommentId: id, talkCommentId: null, decision: null, decidedAt: null }],
      decidedReports: [{ ...engines, decision: 'REJECTED', decidedAt: time }],
      applications: [{ name: 'Mill', isFirstParty: false }],
      applicationsOfTheService: [{ name: 'Website', isFirstParty: true }],
      accessTokens: [{ id, applicationId: id, application: 'Mill', createdAt: time, lastUsedAt: null }],
      grants: [{ id, applicationId: id, application: 'Mill', scopes: ['read', 'feedback'], createdAt: time }],
      refreshTokens: [{ id, grantId: id, createdAt: time, usedAt: null }],
      logins: [{ id, application: 'Mill', redirectsTo: 'https://mill.example/', createdAt: time, redeemedAt: null }],
      mailedLinks: [{ id, purpose: 'reset_password', createdAt: time, expiresAt: time }],
      emailChanges: [{ newEmail: 'countess@example.net', createdAt: time, confirmedAt: null, authorisedAt: null }],
      feedbackNotices: [{ talk: 'Note G', mailedAt: time }],
      pendingFeedback: [{ dueAt: time, origin: 'https://mill.example' }],
      dataExports: [{ expiresAt: time }],
      calendars: [{ id, createdAt: time }],
      repeatableRequests: [{ key: 'once', answer: { status: 201 }, createdAt: time }],
    });
    expect(secrets).toHaveLength(16);
    expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
  });

  it('writes a new file with permissions for its owner only, and does not overwrite one', async () => {
    const file = join(line.environment['DATA_DIR'] ?? '', '..', 'ada.json');
    expect(await line.lectern('user', 'export', 'ada', '--out', file)).toEqual({ code: 0, output: '', errors: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ account: { email: EMAIL } });
    expect(await line.lectern('user', 'export', 'ada', '--out', file)).toEqual({
      code: 1,
      output: '',
      errors: `--out: ${file} already exists. Specify a new file.\n`,
    });
  });

  it('reports an unknown account', async () => {
    expect(await line.lectern('user', 'export', 'nobody')).toEqual(unknown);
  });
});

describe('user erase', () => {
  it('requires confirmation: without a terminal nothing changes', async () => {
    expect(await line.lectern('user', 'erase', 'ada')).toEqual({
      code: 1,
      output: '',
      errors: 'Permanently delete the account of ada? Without a terminal, confirm with --yes. Nothing was changed.\n',
    });
    const no = await commandOnTerminal(['user', 'erase', 'ada'], line.environment, '\r');
    expect([no.code, no.screen]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
    expect((await line.lectern('user', 'export', 'ada')).code).toBe(0);
  });

  it('refuses to erase the last site administrator', async () => {
    expect(await line.lectern('user', 'erase', 'grace', '--yes')).toEqual({
      code: 1,
      output: '',
      errors: 'The last site administrator cannot be removed: create another one first.\n',
    });
  });

  it('keeps no reference to the user, keeps texts, and correct counters', async () => {
    const { code, output, errors } = await line.lectern('user', 'erase', 'ADA', '--yes', '--json');
    expect([code, errors]).toEqual([0, '']);
    const told = JSON.parse(output) as { records: string; rows: number; afterwards: string }[];
    expect(Map.groupBy(told, ({ rows }) => rows).get(1)).toEqual(told);
    expect(told).toContainEqual({ records: 'talkComments', rows: 1, afterwards: 'anonymous' });
    expect(told).toContainEqual({ records: 'accessTokens', rows: 1, afterwards: 'deleted' });
    expect(told).toContainEqual({ records: 'eventsWithContact', rows: 1, afterwards: 'emptied' });

    const left = await everythingStored(line.database);
    expect(left.toLowerCase()).not.toContain(EMAIL);
    expect(left).not.toContain('countess@example.net');
    expect(left).not.toContain(AVATAR);
    expect(left.match(/Ada Lovelace/g)).toHaveLength(1);
    const { rows } = await line.database.pool.query(
      `select (select contact_name from events where name = 'Engines') as contact,
        (select contact_name from events where name = 'Looms') as "contactOfAnotherEvent",
        (select array_agg(display_name order by id) from talk_speakers) as names,
        (select array_agg(user_id is null order by id) from talk_comments) as anonymous,
        (select author_name from event_comments) as author,
        (select array_agg(name) from applications where user_id is null) as applications,
        (select count(*)::int from speaker_claims where submitted_by_id is null) as claims,
        (select count(*)::int from comment_reports where decided_by_id is null) as reports`,
    );
    expect(rows).toEqual([
      {
        ...{ contact: null, contactOfAnotherEvent: 'Ada Lovelace', author: null },
        ...{ names: ['Countess A.', 'A Speaker', 'Grace'], anonymous: [true, false], applications: ['Website'] },
        ...{ claims: 1, reports: 2 },
      },
    ]);
    expect(await line.lectern('doctor')).toMatchObject({
      code: 0,
      output: cleanDoctor(),
    });
    expect(await line.lectern('user', 'erase', 'ada', '--yes')).toEqual(unknown);
  });

  it('summarizes the erased data in a table', async () => {
    await make.createUser(line.database.pool, { username: 'charles' });
    const { code, output } = await line.lectern('user', 'erase', 'charles', '--yes');
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^RECORDS +ROWS {2}AFTERWARDS\nhostedEvents +0 {2}deleted\neventsWithContact +0 {2}emptied\n/,
      ),
    ]);
  });
});

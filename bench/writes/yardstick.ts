/**
 * The yardstick of writes: bare node:http with Lectern's prepared statements in the same transactions. It performs only
 * the checks of those statements, and awaits each statement, as is usual with `pg`.
 */
import type { IncomingMessage } from 'node:http';
import type { ClientBase, Pool } from 'pg';
import { recentTalkComments } from '../../src/core/comment/comment-allowance.js';
import { commentDigest } from '../../src/core/comment/comment-input.js';
import { commentCircumstances, lockCommenter, insertTalkComment } from '../../src/core/comment/comment-on-talk.js';
import { insertStar } from '../../src/core/talk/stars.js';
import { hashToken } from '../../src/core/common/bearer-token.js';
import type { Statement } from '../../src/database/sql/statement.js';
import { talksById } from '../../src/core/reads/talks.js';
import { userByTokenHash } from '../../src/core/reads/users.js';
import { listen, told } from '../comparators/listen.js';
import { openPool } from '../comparators/pool.js';
import { createHttpServer } from '../../src/http/http-server.js';

const COMMENT = /^\/v2\.1\/talks\/(\d+)\/comments$/;
const STAR = /^\/v2\.1\/talks\/(\d+)\/starred$/;
const WINDOW = { points: 1_000_000, seconds: 3_600 };

const arguments_ = told();
const pool = openPool(arguments_);

async function run<Arguments, Row>(
  on: Pick<Pool | ClientBase, 'query'>,
  { name, text, values }: Statement<Arguments, Row>,
  args: Arguments,
): Promise<Row[]> {
  const { rows } = await on.query({ name, text, values: values(args) });
  return rows;
}

/** Looks up the user and the talk; undefined if either is unknown. */
async function asked({ headers }: IncomingMessage, id: string, now: number) {
  const token = headers.authorization?.slice('Bearer '.length) ?? '';
  const [user] = await run(pool, userByTokenHash, { tokenHash: hashToken(token), now });
  const [talk] = user ? await run(pool, talksById('hosted'), { keys: [id], viewer: user.id, now }) : [];
  return user && talk ? { user: user.id, talk } : undefined;
}

/** @returns the path of the comment; undefined if it is refused */
async function comment(request: IncomingMessage, id: string): Promise<string | undefined> {
  const now = Date.now() / 1000;
  const found = await asked(request, id, now);
  const { comment: text, rating } = JSON.parse(await bodyOf(request)) as { comment?: string; rating?: number };
  if (!found || !text || !rating || rating < 1 || rating > 5) return undefined;
  const { user, talk } = found;
  const window = { user, since: now - WINDOW.seconds, points: WINDOW.points };
  if (isOver(await run(pool, recentTalkComments, window))) return undefined;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await run(client, lockCommenter, { user });
    const [circumstances] = await run(client, commentCircumstances, { talk: talk.id, user });
    if (isOver(await run(client, recentTalkComments, window))) throw new Error('Too many comments');
    const [stored] = await run(client, insertTalkComment, {
      ...{ event: talk.eventId, talk: talk.id, user, comment: text, source: 'By hand' },
      rating: circumstances?.ratesInVain === false ? Math.round(rating) : 0,
      ...{ id: null, namesPolicy: 'PUBLIC', isNameHidden: false },
      ...{
        digest: commentDigest(text),
        postedAt: null,
        isUnchecked: false,
        createdAt: new Date(now * 1000).toISOString(),
      },
    });
    await client.query('commit');
    return `/v2.1/talk_comments/${stored?.id}`;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const isOver = ([recent]: readonly { used: number }[]) => (recent?.used ?? 0) >= WINDOW.points;

async function star(request: IncomingMessage, id: string): Promise<string | undefined> {
  const found = await asked(request, id, Date.now() / 1000);
  if (!found) return undefined;
  await run(pool, insertStar, { event: found.talk.eventId, talk: found.talk.id, user: found.user });
  return `/v2.1/talks/${found.talk.id}/starred`;
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
  });
}

function write(request: IncomingMessage): Promise<string | undefined> {
  const { url = '' } = request;
  const commented = COMMENT.exec(url)?.[1];
  if (commented !== undefined) return comment(request, commented);
  const starred = STAR.exec(url)?.[1];
  return starred === undefined ? Promise.resolve(undefined) : star(request, starred);
}

const server = createHttpServer((request, response) => {
  write(request).then(
    (location) => {
      if (location === undefined) response.writeHead(404, { 'Content-Length': 0 });
      else response.writeHead(201, { Location: arguments_.origin + location, 'Content-Length': 0 });
      response.end();
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
listen(server, arguments_, () => pool.end());

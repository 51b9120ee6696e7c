/**
 * The yardstick: an expert's hand-written implementation of exactly four v2.1 reads. Bare node:http, named prepared
 * statements, no statements per record, JSON text by concatenation.
 */
import { listen, textServer, told } from './listen.js';
import { openPool } from './pool.js';
import { createCommentPages } from './yardstick/comment-page.js';
import { createEventPages } from './yardstick/event-page.js';
import { createEventRecords } from './yardstick/event-record.js';
import { createTalkPages } from './yardstick/talk-page.js';
import { routes } from './routes.js';

const arguments_ = told();
const { origin, word } = arguments_;
const counted = word === 'counted';
const pool = openPool(arguments_);

listen(
  textServer(
    routes({
      events: createEventPages(pool, origin, counted),
      event: createEventRecords(pool, origin, counted),
      talks: await createTalkPages(pool, origin, counted),
      comments: createCommentPages(pool, origin, counted),
    }),
  ),
  arguments_,
  () => pool.end(),
);

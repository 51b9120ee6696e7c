import type { RowTable } from '../src/http/rows/row.js';
import { renderError } from './error.js';
import { talkFeeds } from './talk/feeds.js';

/** Representations of schedules beside v2.1. */
export const feeds: RowTable = { rows: [...talkFeeds], render: renderError };

import type { RowTable } from '../src/http/rows/row.js';
import { renderError } from './error.js';
import { callFeeds } from './call/feeds.js';
import { eventFeeds } from './event/feeds.js';
import { eventLists } from './event/list.js';
import { sharedFeeds } from './shared/feeds.js';
import { talkFeeds } from './talk/feeds.js';
import { trackFeeds } from './track/feeds.js';
import { userFeeds } from './user/feeds.js';

/** Representations of schedules beside v2.1. */
export const feeds: RowTable = {
  rows: [...eventLists, ...callFeeds, ...eventFeeds, ...talkFeeds, ...trackFeeds, ...userFeeds, ...sharedFeeds],
  render: renderError,
};

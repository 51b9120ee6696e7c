import type { RowTable } from '../src/http/rows/row.js';
import { dashboardPages } from './dashboard/pages.js';
import { DashboardDocument } from './documents.generated.js';
import { renderError } from './error.js';
import { talkPages } from './talk/pages.js';

/** Pages for people: the targets of links in mails, QR codes and records. */
export const pages: RowTable = {
  rows: [...talkPages, ...dashboardPages],
  scriptOperations: [DashboardDocument],
  render: renderError,
};

import type { RowTable } from '../src/http/rows/row.js';
import { accountPages } from './account/pages.js';
import { dashboardPages } from './dashboard/pages.js';
import * as operations from './documents.generated.js';
import { renderError } from './error.js';
import { eventPages } from './event/pages.js';
import { feedbackPages } from './feedback/pages.js';
import { sharedPages } from './shared/pages.js';
import { talkPages } from './talk/pages.js';
import { userPages } from './user/pages.js';

/** Pages for people: the targets of links in mails, QR codes and records. */
export const pages: RowTable = {
  maxRecords: 500,
  rows: [
    ...eventPages,
    ...talkPages,
    ...userPages,
    ...dashboardPages,
    ...accountPages,
    ...sharedPages,
    ...feedbackPages,
  ],
  scriptOperations: [
    ...[operations.ClaimingViewerDocument, operations.DashboardDocument, operations.AccountPageDocument],
    ...[operations.RevokeGrantDocument, operations.UpdateNotificationSettingsDocument],
    ...[operations.ExportAccountDocument, operations.DeleteAccountDocument],
    ...[operations.SpeakingPageDocument, operations.ShareFeedbackDocument, operations.RevokeSharedFeedbackDocument],
    ...[operations.EventFeedbackPageDocument, operations.SetFeedbackPolicyDocument],
    operations.SendFeedbackDocument,
    ...[operations.TalkFeedbackLiveDocument, operations.EventLiveDocument],
  ],
  render: renderError,
};

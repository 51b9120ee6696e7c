import type { feedbackMailModes } from '../../src/core/comment/notify-speakers.js';
import { settingsByUser } from '../../src/core/account/notification-settings.js';
import type { Context } from '../../src/core/context.js';
import { seesSettings } from '../../src/core/rules.js';
import { enumOf, field, nullable } from '../fields.js';
import { objectType } from '../object-type.js';

export const FeedbackMails = enumOf('FeedbackMails', 'How often a speaker receives mails about new feedback.', {
  EACH: 'A mail for each comment, at once.',
  HOURLY: 'A mail for the first comment on a talk, at once; then at most one per hour, with all comments since.',
  DAILY: 'A mail at 06:00 UTC with all comments since the last one.',
  OFF: 'No mails about feedback.',
} satisfies Record<(typeof feedbackMailModes)[number], string>);

export const NotificationTopic = enumOf('NotificationTopic', 'A topic of mails that users can turn off.', {
  CLAIMS:
    'Speaker claims: those to decide as a host, and decisions on those of the user, including removals from talks.',
  REPORTS: 'Reported comments, to hosts.',
  SUBMISSIONS: 'Submitted events, to site administrators.',
  DECISIONS: 'Decisions on submitted events, to hosts.',
});

objectType('NotificationSettings', 'Which mails a user receives, besides those about the account.', {
  feedback: field.of(() => FeedbackMails, 'How often the user receives mails about feedback on their talks.'),
  muted: field.of<(keyof typeof NotificationTopic)[]>(
    () => [NotificationTopic] as never,
    'The topics whose mails the user has turned off.',
  ),
});

/** `User.notificationSettings`. */
export const notificationSettings = {
  ...nullable.record(
    'NotificationSettings',
    'Which mails the user receives. Visible only to the user, in first-party applications; null otherwise.',
  ),
  resolve: async ({ id }: { readonly id: string }, _: never, { viewer, reads }: Context) => {
    if (!seesSettings(viewer, id)) return null;
    const [settings] = await reads.scope.run(settingsByUser, { user: id });
    return settings ?? null;
  },
};

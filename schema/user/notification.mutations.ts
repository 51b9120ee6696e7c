import { updateNotificationSettings } from '../../src/core/account/notification-settings.js';
import { field, nullable } from '../fields.js';
import { mutation, mutations } from '../root-fields.js';
import { FeedbackMails, NotificationTopic } from './notification.type.js';
import { viewerOf } from './user.type.js';

export const notificationMutations = mutations({
  updateNotificationSettings: mutation({
    scopes: ['account'],
    description:
      'Changes which mails the viewer receives. Not available to third-party applications. Errors: UNAUTHENTICATED, FORBIDDEN.',
    input: {
      feedback: nullable.of(() => FeedbackMails, 'How often to mail feedback. Unchanged if omitted or null.'),
      muted: nullable.of<(keyof typeof NotificationTopic)[]>(
        () => [NotificationTopic] as never,
        'All topics whose mails to turn off; the others are turned on. Unchanged if omitted or null.',
      ),
    },
    payload: { viewer: field.record('User', 'The viewer, with the new `notificationSettings`.') },
    run: async (context, input) => {
      await updateNotificationSettings(context, input);
      return { viewer: await viewerOf(context) };
    },
  }),
});

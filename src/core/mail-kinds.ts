/** Types of template variables; the name of a type selects its escaping. */
export interface Values {
  /** A name or title: rendered on one line, even if user input contains line breaks. */
  line: string;
  /** An optional `line`. */
  optionalLine: string | null;
  /** User-written text of any length: rendered as a quotation. */
  passage: string;
  /** An absolute http(s) URL, built by the caller; it may contain a token. */
  link: string;
  number: number;
  flag: boolean;
  /** Comments by talk. Templates iterate over it. */
  feedback: readonly FeedbackOfTalk[];
}

/** The comments on one talk in a digest. */
export interface FeedbackOfTalk {
  readonly talkTitle: string;
  readonly eventName: string;
  readonly talkUrl: string;
  /** Oldest first. `commenter` is null if anonymous; `rating` is 0 if not rated. */
  readonly comments: readonly {
    readonly commenter: string | null;
    readonly rating: number;
    readonly comment: string;
  }[];
}

/** The type of a template variable, which determines how it is rendered. */
export type VariableType = keyof Values;

/**
 * Every mail of contract §3.12 and its template variables, besides `productName`. Operators write these names between
 * `{{` and `}}` in `templates/<kind>.md`.
 */
export const mailKinds = {
  /** To the site's administrators; `pending` unless it was approved on submission. `eventUrl`: where they decide. */
  event_submitted: {
    eventName: 'line',
    submitter: 'line',
    description: 'passage',
    pending: 'flag',
    eventUrl: 'link',
  },
  /** To the hosts. */
  event_approved: { eventName: 'line', eventUrl: 'link' },
  /** To the hosts and the system address, if the administrator gave a reason. `eventUrl`: a page that shows it. */
  event_rejected: { eventName: 'line', reason: 'passage', eventUrl: 'link' },
  /** To the hosts. */
  event_cancelled: { eventName: 'line', eventUrl: 'link' },
  /** To the hosts, when the cancellation is revoked. */
  event_reinstated: { eventName: 'line', eventUrl: 'link' },
  /** To the hosts. `eventUrl`: a page that they still see. */
  event_withdrawn: { eventName: 'line', eventUrl: 'link' },
  /** To the hosts. The numbers of talks and comments that were deleted. */
  event_deleted: { eventName: 'line', talks: 'number', comments: 'number' },
  /** To the claimed speakers except the commenter. `commenter` is null if anonymous; `rating` is 0 if not rated. */
  talk_commented: {
    talkTitle: 'line',
    eventName: 'line',
    commenter: 'optionalLine',
    rating: 'number',
    comment: 'passage',
    talkUrl: 'link',
  },
  /**
   * To a claimed speaker: comments since the last mail. `count` includes the `omitted` ones. `talks` has items with
   * `talkTitle`, `eventName`, `talkUrl` and `comments`, whose items have `commenter`, `rating` and `comment`.
   */
  feedback_digest: { count: 'number', omitted: 'number', talks: 'feedback' },
  /** To the hosts. `talkTitle` is null for a comment on the event. `url` is the page on which they decide. */
  comment_reported: {
    eventName: 'line',
    talkTitle: 'optionalLine',
    reporter: 'line',
    comment: 'passage',
    url: 'link',
  },
  /**
   * To the author of a comment with a hidden name, whose account was disclosed to a host. `talkTitle` is null for a
   * comment on the event.
   */
  author_disclosed: {
    eventName: 'line',
    talkTitle: 'optionalLine',
    host: 'line',
    reason: 'passage',
    comment: 'passage',
  },
  /**
   * To the hosts. `speakerName` is the name in the programme, `claimant` the name of the account. `talkUrl`: where they
   * decide.
   */
  talk_claimed: { talkTitle: 'line', eventName: 'line', speakerName: 'line', claimant: 'line', talkUrl: 'link' },
  /** To the account that a host assigned. */
  talk_assigned: { talkTitle: 'line', eventName: 'line', speakerName: 'line', talkUrl: 'link' },
  /** To the hosts: the account that a host assigned is not that of the speaker. `assigned` is the name of the account. */
  assignment_declined: { talkTitle: 'line', eventName: 'line', speakerName: 'line', assigned: 'line', talkUrl: 'link' },
  /**
   * To a speaker, or a claimant if `isPending`, whom another person has removed from a talk. `speakerName` is the name
   * that was printed in the programme.
   */
  speaker_removed: {
    talkTitle: 'line',
    eventName: 'line',
    speakerName: 'line',
    isPending: 'flag',
    talkUrl: 'link',
  },
  /** To the claimant. */
  claim_approved: { talkTitle: 'line', eventName: 'line', talkUrl: 'link' },
  /** To the claimant. */
  claim_rejected: { talkTitle: 'line', eventName: 'line', talkUrl: 'link' },
  /**
   * After registration, and when the user requests another verification. `{site}/user/verification?token=…`
   * `deletionDate`: when the account is deleted otherwise, such as `4 December 2026`; null: never.
   */
  welcome: { username: 'line', verificationUrl: 'link', deletionDate: 'optionalLine' },
  /** `{site}/user/new-password?token=…` */
  password_reset: { username: 'line', resetUrl: 'link' },
  /** `{site}/user/login` */
  username_reminder: { username: 'line', loginUrl: 'link' },
  /**
   * To the owner of an address that someone has entered to register, or as the address of another account.
   * `{site}/user/login`
   */
  address_in_use: { username: 'line', loginUrl: 'link' },
  /** To the new address. `{service}/user/email-change/confirm?token=…` */
  email_change_confirmation: { username: 'line', confirmUrl: 'link' },
  /**
   * To the current address, if the current password authorised the change. `{service}/user/email-change/cancel?token=…`
   */
  email_change_notice: { username: 'line', newEmail: 'line', cancelUrl: 'link' },
  /** To the current address otherwise. `{service}/user/email-change/authorise?token=…` */
  email_change_authorisation: { username: 'line', newEmail: 'line', authoriseUrl: 'link', cancelUrl: 'link' },
  /** To the former address; to both if an administrator changed it. */
  email_changed: { username: 'line', newEmail: 'line' },
  /** After a user has asked to delete the account. `deletionDate`: such as `4 December 2026`. */
  account_deletion: { username: 'line', deletionDate: 'line', loginUrl: 'link' },
  /** To the owner of a webhook that has failed for 5 days. `eventName` is null for a webhook of all events. */
  webhook_disabled: { eventName: 'optionalLine', webhookUrl: 'line' },
  /** To the system address, with `replyTo` the sender (contract §3.11). */
  contact: { name: 'line', email: 'line', subject: 'line', comment: 'passage' },
} as const satisfies Record<string, Readonly<Record<string, VariableType>>>;

export type MailKind = keyof typeof mailKinds;

/** The template variables of each kind of mail. */
export type MailData = {
  readonly [Kind in MailKind]: {
    readonly [Name in keyof (typeof mailKinds)[Kind]]: Values[(typeof mailKinds)[Kind][Name] & VariableType];
  };
};

/** The kinds that a person has written to the recipient: other programs may reply to them automatically. */
export const writtenByPeople: ReadonlySet<MailKind> = new Set(['contact']);

/** The kinds of mails that users can turn off, by topic. All others are about their account. */
export const notificationTopics = {
  FEEDBACK: ['talk_commented', 'feedback_digest'],
  CLAIMS: [
    ...(['talk_claimed', 'talk_assigned', 'assignment_declined', 'claim_approved', 'claim_rejected'] as const),
    'speaker_removed',
  ],
  REPORTS: ['comment_reported'],
  SUBMISSIONS: ['event_submitted'],
  DECISIONS: [
    'event_approved',
    'event_rejected',
    'event_cancelled',
    'event_reinstated',
    'event_withdrawn',
    'event_deleted',
  ],
} as const satisfies Record<string, readonly MailKind[]>;

export type NotificationTopic = keyof typeof notificationTopics;
export type NotificationKind = (typeof notificationTopics)[NotificationTopic][number];

const topics = new Map<MailKind, NotificationTopic>(
  Object.entries(notificationTopics).flatMap(([topic, kinds]) =>
    kinds.map((kind) => [kind, topic as NotificationTopic] as const),
  ),
);

/** The topic of a kind of mail; undefined for mails about the account. */
export const topicOf = (kind: MailKind): NotificationTopic | undefined => topics.get(kind);

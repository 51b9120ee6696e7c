/** What a template may be given, and how it is put into it. */
interface Values {
  /** A name or title: one line, whatever a user has put into it. */
  line: string;
  /** The same, where there may be none. */
  optionalLine: string | null;
  /** What somebody has written, of any length: quoted. */
  passage: string;
  /** A complete http(s) address, made by the caller; it may hold a token. */
  link: string;
  number: number;
  flag: boolean;
}

/** How a value of a mail is put into its template. */
export type Field = keyof Values;

/**
 * Every mail of contract §3.12 and what its template is given, besides `productName`. The names are what people write
 * between `{{` and `}}` in `templates/<kind>.md`.
 */
export const mailKinds = {
  /** To the site's administrators; `pending` unless it was approved at once. */
  event_submitted: {
    eventName: 'line',
    submitter: 'line',
    description: 'passage',
    pending: 'flag',
    eventUrl: 'link',
  },
  /** To the hosts. */
  event_approved: { eventName: 'line', eventUrl: 'link' },
  /** To the hosts and the system address, when a reason was given. */
  event_rejected: { eventName: 'line', reason: 'passage', eventUrl: 'link' },
  /** To the claimed speakers except the commenter, who is null when anonymous; `rating` 0 is none. */
  talk_commented: {
    talkTitle: 'line',
    eventName: 'line',
    commenter: 'optionalLine',
    rating: 'number',
    comment: 'passage',
    talkUrl: 'link',
  },
  /** To the hosts; no `talkTitle` when the comment is on the event. `url` is where they decide. */
  comment_reported: {
    eventName: 'line',
    talkTitle: 'optionalLine',
    reporter: 'line',
    comment: 'passage',
    url: 'link',
  },
  /** To the hosts. `speakerName` is the name in the programme, `claimant` that of the account. */
  talk_claimed: { talkTitle: 'line', eventName: 'line', speakerName: 'line', claimant: 'line', talkUrl: 'link' },
  /** To the account that a host named. */
  talk_assigned: { talkTitle: 'line', eventName: 'line', speakerName: 'line', talkUrl: 'link' },
  /** To the claimant. */
  claim_approved: { talkTitle: 'line', eventName: 'line', talkUrl: 'link' },
  /** To the claimant. */
  claim_rejected: { talkTitle: 'line', eventName: 'line', talkUrl: 'link' },
  /** After registration, and when a new verification is asked for. `{site}/user/verification?token=…` */
  welcome: { username: 'line', verificationUrl: 'link' },
  /** `{site}/user/new-password?token=…` */
  password_reset: { username: 'line', resetUrl: 'link' },
  /** `{site}/user/login` */
  username_reminder: { username: 'line', loginUrl: 'link' },
  /** To the system address, with `replyTo` the sender (contract §3.11). */
  contact: { name: 'line', email: 'line', subject: 'line', comment: 'passage' },
} as const satisfies Record<string, Readonly<Record<string, Field>>>;

export type MailKind = keyof typeof mailKinds;

/** What the template of each kind of mail is given. */
export type MailData = {
  readonly [Kind in MailKind]: {
    readonly [Name in keyof (typeof mailKinds)[Kind]]: Values[(typeof mailKinds)[Kind][Name] & Field];
  };
};

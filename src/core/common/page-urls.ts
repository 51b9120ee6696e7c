/** Steps of a change of e-mail address that a mail links to. */
type EmailChangeStep = 'confirm' | 'authorise' | 'cancel';

/**
 * URLs of the pages that mails link to (contract §1.10 and §3.12): those of the website, or of the service itself in
 * deployments without one. Links to tasks then lead to the dashboard, where a host or an administrator decides.
 */
export class PageUrls {
  readonly #website: string;
  readonly #hasWebsite: boolean;

  /**
   * @param websiteUrl base URL of the website, without a trailing slash; undefined without one
   * @param origin base URL of the service
   */
  constructor(
    websiteUrl: string | undefined,
    private readonly origin: string,
  ) {
    this.#website = websiteUrl ?? origin;
    this.#hasWebsite = websiteUrl !== undefined;
  }

  event(slug: string): string {
    return `${this.#website}/event/${encodeURIComponent(slug)}`;
  }

  talk(stub: string): string {
    return `${this.#website}/talk/${encodeURIComponent(stub)}`;
  }

  /** Where an event is approved or rejected, and where its hosts read why it was rejected. */
  eventTask({ id, slug }: { readonly id: string; readonly slug: string }): string {
    return this.#task('event', id, this.event(slug));
  }

  /** Where hosts decide a claim to a speaker of the talk. */
  claimTask(claimId: string, talkStub: string): string {
    return this.#task('claim', claimId, this.talk(talkStub));
  }

  /** Where hosts decide a report. @param page the page that shows the comment */
  reportTask(reportId: string, page: string): string {
    return this.#task('report', reportId, page);
  }

  verification(token: string): string {
    return `${this.#website}/user/verification?token=${token}`;
  }

  newPassword(token: string): string {
    return `${this.#website}/user/new-password?token=${token}`;
  }

  login(): string {
    return `${this.#website}/user/login`;
  }

  /** A page of the service itself, because older websites lack it. */
  emailChange(step: EmailChangeStep, token: string): string {
    return `${this.origin}/user/email-change/${step}?token=${token}`;
  }

  /** The dashboard with a task on top. @param websitePage the page of a website, which has no dashboard */
  #task(kind: 'event' | 'claim' | 'report', id: string, websitePage: string): string {
    return this.#hasWebsite ? websitePage : `${this.origin}/dashboard?${kind}=${id}`;
  }
}

/** URL of the data export of an account. Contains its secret. */
export const accountExportUrl = (origin: string, secret: string): string => `${origin}/user/export/${secret}`;

/** URL of the personal calendar of a user. Contains its secret. */
export const personalCalendarUrl = (origin: string, secret: string): string => `${origin}/feeds/mine/${secret}.ics`;

/** URL of shared feedback. Contains its secret. */
export const sharedFeedbackUrl = (origin: string, secret: string): string => `${origin}/shared/${secret}`;

/** Parameters of the URL of a feedback page. */
const FEEDBACK_PARAMETER = /\{(id|stub|guid)\}/g;

/** The feedback page of a talk. @param template a URL with `{id}`, `{stub}` or `{guid}` */
export const talkFeedbackUrl = (template: string, talk: Readonly<Record<'id' | 'stub' | 'guid', string>>): string =>
  template.replace(FEEDBACK_PARAMETER, (_, name: keyof typeof talk) => encodeURIComponent(talk[name]));

/** URLs of web pages linked in mails (contract §1.10 and §3.12). `website` is the website's base URL. */

export const eventPageUrl = (website: string, slug: string): string => `${website}/event/${encodeURIComponent(slug)}`;
export const talkPageUrl = (website: string, stub: string): string => `${website}/talk/${encodeURIComponent(stub)}`;
export const verificationPageUrl = (website: string, token: string): string =>
  `${website}/user/verification?token=${token}`;
export const newPasswordPageUrl = (website: string, token: string): string =>
  `${website}/user/new-password?token=${token}`;
/** Pages of the service itself, because older websites lack them. `origin` is the service's base URL. */
export const emailChangePageUrl = (origin: string, step: 'confirm' | 'authorise' | 'cancel', token: string): string =>
  `${origin}/user/email-change/${step}?token=${token}`;
export const loginPageUrl = (website: string): string => `${website}/user/login`;

/** The calendar of a user; whoever has the URL reads it. */
export const personalCalendarUrl = (origin: string, secret: string): string => `${origin}/feeds/mine/${secret}.ics`;

/** Parameters of the URL of a feedback page. */
const FEEDBACK_PARAMETER = /\{(id|stub|guid)\}/g;

/** The feedback page of a talk. @param template a URL with `{id}`, `{stub}` or `{guid}` */
export const talkFeedbackUrl = (template: string, talk: Readonly<Record<'id' | 'stub' | 'guid', string>>): string =>
  template.replace(FEEDBACK_PARAMETER, (_, name: keyof typeof talk) => encodeURIComponent(talk[name]));

/** Addresses of pages for people, as mails show them (contract §1.10 and §3.12). `website` is the website's base. */

export const eventPage = (website: string, slug: string): string => `${website}/event/${encodeURIComponent(slug)}`;
export const talkPage = (website: string, stub: string): string => `${website}/talk/${encodeURIComponent(stub)}`;
export const verificationPage = (website: string, token: string): string =>
  `${website}/user/verification?token=${token}`;
export const newPasswordPage = (website: string, token: string): string =>
  `${website}/user/new-password?token=${token}`;
export const loginPage = (website: string): string => `${website}/user/login`;

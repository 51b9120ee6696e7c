import { staticRow, type Row } from '../rows/row.js';
import { assetOf, rendered, secretUrlHeaders } from './page-file.js';

interface AccountPage {
  readonly title: string;
  readonly file: string;
}
type AccountPages = Readonly<Record<string, AccountPage>>;

/**
 * Pages linked from mails (`src/core/common/page-urls.ts`) that every deployment serves, because websites for v2.1 lack
 * them.
 */
const emailChangePages: AccountPages = {
  '/user/email-change/confirm': { title: 'Confirm your new e-mail address', file: 'email-change-confirm.html' },
  '/user/email-change/authorise': { title: 'Allow a new e-mail address', file: 'email-change-authorise.html' },
  '/user/email-change/cancel': { title: 'Keep your e-mail address', file: 'email-change-cancel.html' },
};

/** Pages linked from mails in deployments without a website. */
const pagesWithoutWebsite: AccountPages = {
  '/user/verification': { title: 'Verify your e-mail address', file: 'verification.html' },
  '/user/new-password': { title: 'Choose a new password', file: 'new-password.html' },
  '/user/login': { title: 'Logging in', file: 'login.html' },
};

/**
 * The account pages and their assets. Without a website, the links in all mails lead to the service itself. A user named
 * `verification`, `new-password` or `login` then has no page `/user/<name>`.
 *
 * The pages are rendered once and never contain request data such as a token; their script reads it from the URL.
 *
 * @param productName the name of the service on the pages
 * @param hasWebsite whether a website handles links for verification, passwords and login
 */
export function accountPages(productName: string, hasWebsite: boolean): Row[] {
  const pages = { ...emailChangePages, ...(!hasWebsite && pagesWithoutWebsite) };
  const newPasswordUrl = hasWebsite ? null : '/user/new-password';
  return [
    ...Object.entries(pages).map(([path, { title, file }]) =>
      staticRow(path, () => {
        const main = rendered(`account/${file}`, { productName, newPasswordUrl });
        return { headers: secretUrlHeaders, body: rendered('account/layout.html', { productName, title, main }) };
      }),
    ),
    staticRow('/user/assets/account.css', assetOf('palette.css', 'account/account.css')),
    staticRow('/user/assets/account.js', assetOf('account/account.js')),
  ];
}

import type { IncomingMessage } from 'node:http';
import { pages } from '../../../pages/index.js';
import { limits } from '../../../schema/limits.js';
import type { Config } from '../../config/config.js';
import { publicTotals } from '../../core/reads/public-totals.js';
import type { Run } from '../../database/sql/statement.js';
import { demoLogin } from '../../demo/demo-login.js';
import { accountExport, type ReadExport } from '../../http/account-export/account-export.js';
import type { Requests } from '../../http/create-context.js';
import { loginEndpoints, loginPage } from '../../http/login/login-endpoints.js';
import { accountPages } from '../../http/pages/account-pages.js';
import { frontPage } from '../../http/pages/front-page.js';
import { aboutRows, wantsPlayground, type Playground } from '../../http/pages/playground.js';
import { referencePage } from '../../http/pages/reference-page.js';
import { siteFiles } from '../../http/pages/site-files.js';
import type { RowTable } from '../../http/rows/row.js';
import { isRead } from '../../http/send.js';
import { unsubscribePages } from '../../http/unsubscribe/unsubscribe.js';
import { cacheFor } from './cache-for.js';
import type { FacadeParts } from './rest-endpoint.js';

const MINUTE_MS = 60_000;

interface PageParts {
  readonly config: Config;
  readonly run: Run;
  readonly requests: Pick<Requests, 'originOf'>;
  /** As of the adapters. */
  readonly readExport: ReadExport;
  /** Undefined: serve neither playground nor reference. */
  readonly playground: Playground | undefined;
  readonly facade: Pick<FacadeParts, 'patternsOfOperations' | 'wantsPage'>;
}

/** The files and pages of the service that execute no stored operation, and the login. */
export function siteTables({ config, run, requests, readExport, playground, facade }: PageParts): RowTable[] {
  const { productName, websiteUrl } = config;
  const numbers = cacheFor(MINUTE_MS, () => publicTotals(run));
  const demo = cacheFor(MINUTE_MS, () => demoLogin(config, run));
  const known = { patterns: facade.patternsOfOperations, pageSize: limits.pageSize };
  const { render } = pages;
  const site = { credentials: 'ignored', isSameOrigin: true, unmatchedRoute: null, render } as const;
  const bundles = playground && [
    ...[...referencePage(), ...playground.files],
    ...aboutRows(async () => ({ ...known, demo: await demo() })),
  ];
  const wantsFrontPage = (request: IncomingMessage): boolean =>
    isRead(request) &&
    facade.wantsPage(request.url ?? '', request.headers.accept) &&
    requests.originOf(request) !== null;
  return [
    { ...site, rows: [...siteFiles, ...accountPages(productName, websiteUrl !== undefined), ...(bundles ?? [])] },
    { ...site, rows: frontPage({ numbers, demo }), accepts: wantsFrontPage },
    ...(playground ? [{ ...site, rows: playground.pages, accepts: wantsPlayground }] : []),
    ...[loginPage(websiteUrl), loginEndpoints, accountExport(readExport), unsubscribePages],
  ];
}

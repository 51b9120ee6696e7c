import type { Express } from 'express';
import { limits } from '../../../schema/limits.js';
import type { Config } from '../../config/config.js';
import { demoLogin } from '../../demo/demo-login.js';
import { servePlayground, type Playground } from '../../http/pages/playground.js';
import { accountPages } from '../../http/pages/account-pages.js';
import { frontPage } from '../../http/pages/front-page.js';
import { referencePage } from '../../http/pages/reference-page.js';
import { siteFiles } from '../../http/pages/site-files.js';
import { publicTotals } from '../../core/reads/public-totals.js';
import type { Run } from '../../database/sql/statement.js';
import type { Requests } from '../../http/create-context.js';
import { cacheFor } from '../../core/date/cache-for.js';
import type { FacadeParts } from './facade.js';

const MINUTE_MS = 60_000;

interface PageParts {
  readonly config: Config;
  readonly run: Run;
  readonly requests: Pick<Requests, 'originOf'>;
  /** Undefined: serve neither playground nor reference. */
  readonly playground: Playground | undefined;
  readonly facade: Pick<FacadeParts, 'patternsOfOperations' | 'wantsPage'>;
}

/**
 * Mounts the HTML pages beside the REST and GraphQL endpoints: front page, playground, reference, account pages and
 * icons.
 */
export function mountPages(app: Express, { config, run, requests, playground, facade }: PageParts): void {
  const { productName, websiteUrl } = config;
  const numbers = cacheFor(MINUTE_MS, () => publicTotals(run));
  const demo = cacheFor(MINUTE_MS, () => demoLogin(config, run));
  app.use(siteFiles());
  if (playground) {
    app.use(referencePage());
    const known = { patterns: facade.patternsOfOperations, pageSize: limits.pageSize };
    app.use(
      '/graphql',
      servePlayground(playground, async () => ({ ...known, demo: await demo() })),
    );
  }
  app.use(frontPage({ productName, numbers, demo, originOf: requests.originOf, wantsPage: facade.wantsPage }));
  app.use(accountPages(productName, websiteUrl !== undefined));
}

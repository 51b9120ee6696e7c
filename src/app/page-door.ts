import type { Express } from 'express';
import { patternsOfOperations, wantsPage } from '../../rest-facade/index.js';
import { limits } from '../../schema/limits.js';
import type { Config } from '../config.js';
import { demoLogin } from '../database/demo-login.js';
import { servePlayground } from '../http/serve-playground.js';
import { accountPages } from '../pages/account-pages.js';
import { frontPage } from '../pages/front-page.js';
import { referencePage } from '../pages/reference-page.js';
import { siteFiles } from '../pages/site-files.js';
import type { Playground } from '../playground.js';
import { publicNumbers } from '../reads/public-numbers.js';
import type { Run } from '../reads/statement.js';
import type { Requests } from '../requests.js';
import { keptFor } from '../time/kept-for.js';

const MINUTE_MS = 60_000;

interface PageParts {
  readonly config: Config;
  readonly run: Run;
  readonly requests: Pick<Requests, 'originOf'>;
  /** Undefined: browsers get neither playground nor reference. */
  readonly playground: Playground | undefined;
}

/** What browsers get beside the answers of the two doors: the front page, the playground, the reference, account pages and an icon. */
export function hangPages(app: Express, { config, run, requests, playground }: PageParts): void {
  const { productName, websiteUrl } = config;
  const numbers = keptFor(MINUTE_MS, () => publicNumbers(run));
  const demo = keptFor(MINUTE_MS, () => demoLogin(config, run));
  app.use(siteFiles());
  if (playground) {
    app.use(referencePage());
    const known = { patterns: patternsOfOperations, pageSize: limits.pageSize };
    app.use(
      '/graphql',
      servePlayground(playground, async () => ({ ...known, demo: await demo() })),
    );
  }
  app.use(frontPage({ productName, numbers, demo, originOf: requests.originOf, wantsPage }));
  if (websiteUrl === undefined) app.use(accountPages(productName));
}

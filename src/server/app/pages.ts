import type { Express, RequestHandler } from 'express';
import { limits } from '../../../schema/limits.js';
import { imagesDirectory } from '../../adapters/storage/open-image-store.js';
import type { ImageStore } from '../../adapters/storage/image-store.js';
import type { Config } from '../../config/config.js';
import { demoLogin } from '../../demo/demo-login.js';
import { loginEndpoints, loginFiles } from '../../http/login/login-endpoints.js';
import { servePlayground, type Playground } from '../../http/pages/playground.js';
import { unsubscribeEndpoint } from '../../http/unsubscribe/unsubscribe.js';
import { accountExport, type ReadExport } from '../../http/account-export/account-export.js';
import { accountPages } from '../../http/pages/account-pages.js';
import { frontPage } from '../../http/pages/front-page.js';
import { referencePage } from '../../http/pages/reference-page.js';
import { siteFiles } from '../../http/pages/site-files.js';
import { publicTotals } from '../../core/reads/public-totals.js';
import type { Run } from '../../database/sql/statement.js';
import type { Requests } from '../../http/create-context.js';
import { cacheFor } from './cache-for.js';
import { imagesInFolder, imagesInStore } from './image-files.js';
import type { FacadeParts } from './rest-endpoint.js';

const MINUTE_MS = 60_000;

interface PageParts {
  readonly config: Config;
  readonly run: Run;
  readonly imageStore: ImageStore;
  readonly requests: Requests;
  /** As of the adapters. */
  readonly readExport: ReadExport;
  /** Undefined: serve neither playground nor reference. */
  readonly playground: Playground | undefined;
  readonly facade: Pick<FacadeParts, 'patternsOfOperations' | 'wantsPage'>;
}

/**
 * Mounts what is beside the REST and GraphQL endpoints: images, front page, playground, reference, account pages and
 * icons, login.
 */
export function mountPages(
  app: Express,
  { config, run, imageStore, requests, readExport, playground, facade }: PageParts,
): void {
  const { productName, websiteUrl } = config;
  const numbers = cacheFor(MINUTE_MS, () => publicTotals(run));
  const demo = cacheFor(MINUTE_MS, () => demoLogin(config, run));
  app.use('/images', images(config, imageStore));
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
  app.use(loginEndpoints({ requests, productName, websiteUrl }));
  app.use(loginFiles());
  app.use(accountExport(readExport));
  app.use(unsubscribeEndpoint({ requests, productName }));
}

/** The folder is served without the store, which would read the time and the size of a file once more. */
const images = (config: Config, store: ImageStore): RequestHandler =>
  config.images.store === 'local' ? imagesInFolder(imagesDirectory(config)) : imagesInStore(store);

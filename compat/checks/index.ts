import type { Check } from '../check.js';
import { accessChecks } from './access.js';
import { counterChecks } from './counters.js';
import { dateChecks } from './dates.js';
import { documentChecks } from './documents.js';
import { exchangeChecks } from './exchanges.js';
import { filterChecks } from './filters.js';
import { formChecks } from './forms.js';
import { landingChecks } from './landing.js';
import { linkChecks } from './links.js';
import { listChecks } from './lists.js';
import { markChecks } from './marks.js';
import { orderChecks } from './orders.js';
import { pagingChecks } from './paging.js';
import { recordChecks } from './records.js';
import { refusalChecks } from './refusals.js';
import { searchChecks } from './searches.js';

/** All checks in execution order; the last ones cover all responses of the run. */
export const checks: readonly Check[] = [
  ...landingChecks,
  ...refusalChecks,
  ...formChecks,
  ...accessChecks,
  ...listChecks,
  ...filterChecks,
  ...searchChecks,
  ...counterChecks,
  ...documentChecks,
  ...pagingChecks,
  ...orderChecks,
  ...recordChecks,
  ...dateChecks,
  ...linkChecks,
  ...markChecks,
  ...exchangeChecks,
];

import type { Logger } from '../log.js';
import { akismet } from './akismet.js';
import { ruleList } from './rule-list.js';
import type { SpamSettings } from './settings.js';
import type { SpamCheck } from './spam-check.js';

export type { SpamCheck, SpamQuestion, SpamVerdict } from './spam-check.js';

/**
 * The deployment's rules first, which cost nothing, then the service when there is one.
 *
 * @param site the front page for whose comments the service is asked, with its scheme
 */
export function createSpamCheck(settings: SpamSettings, site: string, log: Pick<Logger, 'warn'>): SpamCheck {
  const isSpamByRules = ruleList(settings);
  const service = settings.akismet && akismet({ ...settings.akismet, site, log });
  return {
    async check(question) {
      if (isSpamByRules(question)) return 'spam';
      return service ? service.check(question) : 'accepted';
    },
  };
}

import type { Logger } from '../../telemetry/log/log.js';
import { akismet } from './akismet.js';
import { ruleList } from './rule-list.js';
import type { SpamSettings } from '../../config/spam.js';
import type { SpamCheck } from '../../core/ports.js';

/**
 * Applies the deployment's rules first, which are cheap, then Akismet if configured.
 *
 * @param site the front page URL that Akismet receives as the blog
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

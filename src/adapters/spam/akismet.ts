import type { Logger } from '../../telemetry/log/log.js';
import type { SpamCheck, SpamCheckInput, SpamVerdict } from '../../core/ports.js';

const TIMEOUT_MS = 2_000;
/** The response is a single word; reading stops beyond this length. */
const MAX_RESPONSE_LENGTH = 64;

/** Akismet returns whether the text is spam. The original read it inverted (contract §4.9). */
const verdicts: ReadonlyMap<string, SpamVerdict> = new Map([
  ['true', 'spam'],
  ['false', 'accepted'],
]);

const types: Readonly<Record<SpamCheckInput['kind'], string>> = {
  talk_comment: 'comment',
  event_comment: 'comment',
  contact: 'contact-form',
};

export interface AkismetSettings {
  readonly key: string;
  readonly url: string;
  /** The front page URL for which the key is registered. */
  readonly site: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** Calls Akismet or a compatible `comment-check` service. A timeout of 2 s results in no verdict. */
export function createAkismetCheck({ key, url, site, log }: AkismetSettings): SpamCheck {
  return {
    async check(question) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          body: form(question, key, site),
          // Never sends the key to a redirect target.
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const verdict = verdicts.get(await readPrefix(response));
        if (response.ok && verdict) return verdict;
        log.warn({ status: response.status }, 'Spam check returned no verdict: text accepted unchecked');
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'Spam check unreachable: text accepted unchecked');
      }
      return 'unchecked';
    },
  };
}

function form(question: SpamCheckInput, key: string, site: string): URLSearchParams {
  const identity = question.isAuthorHidden === true ? null : question;
  const fields: Record<string, string | null | undefined> = {
    api_key: key,
    blog: site,
    blog_charset: 'UTF-8',
    user_ip: identity?.address,
    user_agent: identity?.userAgent,
    comment_type: types[question.kind],
    comment_author: identity?.authorName,
    comment_author_email: identity?.authorEmail,
    comment_content: question.comment,
    permalink: question.permalink,
  };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value != null && value !== '') parameters.set(name, value);
  return parameters;
}

async function readPrefix({ body }: Response): Promise<string> {
  let text = '';
  if (body === null) return text;
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length > MAX_RESPONSE_LENGTH) break;
  }
  return text.trim();
}

/** Describes a connection failure by its code or name, never by its message, which could repeat the request. */
function reasonOf(error: unknown): string {
  const cause = member(error, 'cause') ?? error;
  const words = [member(cause, 'code'), member(cause, 'name')];
  return words.find((word) => typeof word === 'string') ?? 'unknown';
}

function member(thing: unknown, name: string): unknown {
  return typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined;
}

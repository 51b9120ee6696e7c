import { createWorld, type FeedbackWorld, type Viewer } from '../feedback/world.js';
import { ask, askData, type Answer, type Data } from '../graphql/ask.js';
import { startService, type TestService } from '../support/service.js';

const INPUTS = {
  createWebhook: `secret webhook { id nodeId url kinds description isDisabled disabledReason event { id } }`,
  replaceWebhook: `webhook { id url kinds description isDisabled }`,
  rotateWebhookSecret: `secret webhook { id }`,
  pingWebhook: `delivery { id messageId type attempts status error deliveredAt nextAttemptAt }`,
  resendDelivery: `delivery { id messageId attempts nextAttemptAt }`,
  deleteWebhook: `deletedNodeId event { webhooks { id } }`,
} as const;

export type WebhookMutation = keyof typeof INPUTS;

export interface WebhookWorld extends FeedbackWorld {
  readonly service: TestService;
  /** Calls a mutation. */
  call(mutation: WebhookMutation, input: object, viewer?: Viewer): Promise<Answer>;
  /** Calls a mutation that must succeed, and returns its payload. New webhooks are verified, as by the response to a ping. */
  done(mutation: WebhookMutation, input: object, viewer?: Viewer): Promise<Data>;
  /** Comments on the talk as an attendee, and returns the ID. */
  comment(text: string): Promise<string>;
}

const COMMENT = `mutation ($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id } } }`;

/** @param allowed `host:port` of the receivers */
export const startWebhookService = (allowed: readonly string[]): Promise<TestService> =>
  startService({
    ...{ WEBHOOK_ALLOW: ['hooks.test:80', ...allowed].join(','), BASE_URL: 'https://api.example.org' },
    ...{ LIMIT_REQUESTS_ADDRESS: 'off', TALK_COMMENT_LIMIT: 'off' },
  });

/** Marks all webhooks as verified. */
export async function verifyAll({ database: { pool } }: TestService): Promise<void> {
  await pool.query('update webhooks set verified_url = url, pinged_url = url, verified_at = now()');
}

export async function webhookWorld(service: TestService): Promise<WebhookWorld> {
  const world = await createWorld(service, 'PUBLIC');
  const call = (mutation: WebhookMutation, input: object, viewer: Viewer = 'host') => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
    const text = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${INPUTS[mutation]} } }`;
    return ask(service, text, { variables: { input }, token: world.tokens[viewer] });
  };
  return {
    ...{ ...world, service, call },
    async done(mutation, input, viewer) {
      const { data, errors } = await call(mutation, input, viewer);
      if (errors.length > 0) throw new Error(`${mutation} failed: ${JSON.stringify(errors)}`);
      if (mutation === 'createWebhook') await verifyAll(service);
      return data[mutation];
    },
    async comment(text) {
      const input = { talkId: world.talk, text, rating: 4 };
      const data = await askData(service, COMMENT, { variables: { input }, token: world.tokens.attendee });
      return data.commentOnTalk.talkComment.id as string;
    },
  };
}

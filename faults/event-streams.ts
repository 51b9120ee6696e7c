import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Follows a talk; a client resumes by `Last-Event-ID`. */
export const TALK_FEEDBACK = `subscription ($talkId: ID!) { talkFeedback(talkId: $talkId) {
  cursor isIncomplete commentCount comments { text } removedCommentIds } }`;

/** A message of it. */
export interface TalkMessage {
  readonly cursor: string;
  readonly isIncomplete: boolean;
  readonly commentCount: number;
  readonly comments: readonly { readonly text: string }[];
}

/** Clients wait this long before they reconnect, at random, as those of the protocols do. */
const RECONNECT_MS = [100, 1_000] as const;

/** A client of one stream, cheap enough for a thousand of them, that reconnects and resumes. */
export interface StreamClient {
  /** Texts of the comments received. */
  readonly texts: ReadonlySet<string>;
  readonly last: () => TalkMessage | undefined;
  /** Messages that were received after each other. */
  readonly messages: () => number;
  /** Messages that stated that changes are missing. */
  readonly incomplete: () => number;
  /** Responses that began a stream. */
  readonly connections: () => number;
  /** Whether the server has ended the subscription, or sent errors. */
  readonly failure: () => string | undefined;
  /** Closes the connection; the client reconnects. */
  readonly drop: () => void;
  readonly stop: () => void;
}

/** Equal messages of many clients are parsed once. */
let parsed: { readonly data: string; readonly message: TalkMessage | undefined } | undefined;

function messageOf(data: string): TalkMessage | undefined {
  if (parsed?.data !== data) {
    const { data: given } = JSON.parse(data) as { data?: { talkFeedback: TalkMessage } | null };
    parsed = { data, message: given?.talkFeedback };
  }
  return parsed.message;
}

/**
 * @param onStatus receives the status of each response; 0 without one
 * @param further headers of every request
 */
export function openStream(
  base: string,
  talkId: string,
  onStatus: (status: number) => void = () => undefined,
  further: Readonly<Record<string, string>> = {},
): StreamClient {
  const agent = new Agent({ keepAlive: false });
  const body = JSON.stringify({ query: TALK_FEEDBACK, variables: { talkId } });
  const texts = new Set<string>();
  let [connections, messages, incomplete] = [0, 0, 0];
  let last: TalkMessage | undefined;
  let failure: string | undefined;
  let asking: ClientRequest | undefined;
  let isStopped = false;

  const receive = (event: string): void => {
    const lines = event.split('\n');
    const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length);
    if (lines.includes('event: complete')) failure ??= 'complete';
    if (data === undefined) return;
    const message = messageOf(data);
    if (!message) return void (failure ??= data);
    last = message;
    messages += 1;
    if (message.isIncomplete) incomplete += 1;
    for (const { text } of message.comments) texts.add(text);
  };

  /** Resolves when the connection is closed. */
  const connect = () =>
    new Promise<void>((resolve) => {
      const headers = {
        ...{ 'Content-Type': 'application/json', Accept: 'text/event-stream' },
        ...(last && { 'Last-Event-ID': last.cursor }),
        ...further,
      };
      let hasStatus = false;
      const answered = (status: number) => {
        if (!hasStatus) onStatus(status);
        hasStatus = true;
      };
      asking = request(`${base}/graphql`, { method: 'POST', agent, headers });
      asking.on('error', () => answered(0));
      asking.on('close', resolve);
      asking.on('response', (response: IncomingMessage) => {
        answered(response.statusCode ?? 0);
        if (response.statusCode !== 200) return void response.resume();
        connections += 1;
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          const events = (text + part).split('\n\n');
          text = events.pop() ?? '';
          events.forEach(receive);
        });
        response.on('error', () => undefined);
      });
      asking.end(body);
    });
  void (async () => {
    while (!isStopped && failure === undefined) {
      await connect();
      const [least, most] = RECONNECT_MS;
      await sleep(least + Math.random() * (most - least), undefined, { ref: false });
    }
  })();
  return {
    texts,
    last: () => last,
    messages: () => messages,
    incomplete: () => incomplete,
    connections: () => connections,
    failure: () => failure,
    drop: () => asking?.destroy(),
    stop() {
      isStopped = true;
      asking?.destroy();
    },
  };
}

import { createClient, type Client } from 'graphql-sse';
import type { Data } from '../graphql/ask.js';
import type { TestService } from '../support/service.js';

type Service = Pick<TestService, 'base'>;

/** A GraphQL result of a message. */
export interface Message {
  readonly data: Data;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

/** A subscription by the client of the protocol's author. */
export interface Following {
  /** Messages received so far. */
  readonly messages: readonly Message[];
  /** Resolves when this many messages have arrived. */
  readonly until: (count: number) => Promise<readonly Message[]>;
  /** Resolves when the server has completed the subscription; rejects with its error. */
  readonly ended: Promise<void>;
  readonly stop: () => void;
}

export const clientOf = ({ base }: Service, token?: string): Client =>
  createClient({
    url: `${base}/graphql`,
    retryAttempts: 0,
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
  });

export function follow(
  service: Service,
  query: string,
  { variables = {}, token }: { variables?: Record<string, unknown>; token?: string | undefined } = {},
): Following {
  const messages: Message[] = [];
  const waiting: { readonly count: number; readonly resolve: (all: readonly Message[]) => void }[] = [];
  const end = Promise.withResolvers<void>();
  end.promise.catch(() => undefined);
  const stop = clientOf(service, token).subscribe(
    { query, variables },
    {
      next(message) {
        messages.push(message as unknown as Message);
        for (const { count, resolve } of waiting) if (messages.length >= count) resolve(messages);
      },
      error: (error) => end.reject(error as Error),
      complete: () => end.resolve(),
    },
  );
  return {
    messages,
    until: (count) =>
      new Promise((resolve) => {
        if (messages.length >= count) resolve(messages);
        else waiting.push({ count, resolve });
      }),
    ended: end.promise,
    stop,
  };
}

/** A request of the attack. */
export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Access token; anonymous without one. */
  readonly token?: string;
  /** Address of the caller, as its proxy states it. */
  readonly address: string;
}

/** What the attacker knows and owns. */
export interface Target {
  readonly base: string;
  /** Many logins of one ordinary account. */
  readonly tokens: readonly string[];
  /** Its events that nobody has approved. */
  readonly pending: readonly string[];
  /** Its approved event with many long texts. */
  readonly event: { readonly id: string; readonly slug: string; readonly talk: string };
  /** Its approved event with more texts than one response may have. */
  readonly huge: string;
  /** URL of its receiver of webhooks, without a path. */
  readonly receiver: string;
  /** A call of every field, mutation, path, feed and page. */
  readonly calls: readonly Call[];
}

/** Addresses of the attacker. */
export const ADDRESSES = ['192.0.2.66', '198.51.100.66'] as const;

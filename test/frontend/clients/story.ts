/** The steps of each client against a service: in Node and, from another origin, in a browser. */
export interface Visit {
  readonly base: string;
  readonly token: string;
  readonly talkId: string;
  /** ID of the comment. */
  readonly text: string;
}

/** What the client read, from its cache if it has one. */
export interface Story {
  /** IDs of the events on the first two pages. */
  readonly pages: readonly (readonly string[])[];
  /** IDs in the cached list; null if the client does not merge pages. */
  readonly merged: readonly string[] | null;
  readonly talk: TalkWithEvent;
  /** The cached talk after the mutation. */
  readonly viewerHasStarred: boolean;
  readonly comment: string;
}

/** The fields of a list of events. */
export type EventFields = readonly Readonly<Record<string, unknown>>[];

/** What a client read in five requests, for each value of the variable `isWide`. */
export interface ConditionalAnswers {
  readonly wide: readonly EventFields[];
  readonly narrow: readonly EventFields[];
}

/** Sends five requests for each value, one after the other. */
export async function askFiveTimes(read: (isWide: boolean) => Promise<EventFields>): Promise<ConditionalAnswers> {
  const answers = { wide: [] as EventFields[], narrow: [] as EventFields[] };
  for (const isWide of [false, true])
    for (let n = 0; n < 5; n += 1) answers[isWide ? 'wide' : 'narrow'].push(await read(isWide));
  return answers;
}

/** Descriptions of event and talk: a cache that confuses them returns the wrong one. */
interface TalkWithEvent {
  readonly id: string;
  readonly description: string;
  readonly event: { readonly id: string; readonly description: string };
}

export interface EventPage {
  readonly events: {
    readonly edges: readonly { readonly node: { readonly id: string } }[];
    readonly pageInfo: { readonly endCursor: string | null };
  };
}
export interface TalkLine {
  readonly talk: TalkWithEvent & { readonly viewerHasStarred: boolean };
}
export interface Commented {
  readonly commentOnTalk: { readonly talkComment: { readonly text: string } };
}

export const EVENTS = `
  query Events($first: Int!, $after: String) {
    events(filter: UPCOMING, first: $first, after: $after) {
      edges { node { id name } }
      pageInfo { hasNextPage endCursor }
    }
  }`;
export const TALK = `
  query Talk($id: ID!) { talk(id: $id) { id title description starCount viewerHasStarred event { id name description } } }`;
export const STAR = `
  mutation Star($input: StarTalkInput!) { starTalk(input: $input) { talk { id starCount viewerHasStarred } } }`;
export const COMMENT = `
  mutation Comment($input: CommentOnTalkInput!) { commentOnTalk(input: $input) { talkComment { id text } } }`;
export const SET_IMAGE = `
  mutation SetImage($input: SetEventImageInput!) {
    setEventImage(input: $input) { event { id images { kind width } } }
  }`;

export interface ImageSet {
  readonly setEventImage: { readonly event: { readonly images: readonly { readonly kind: string }[] } };
}

export const PAGE_SIZE = 2;

export const talkOf = ({ talk: { id, description, event } }: TalkLine): TalkWithEvent => ({
  ...{ id, description },
  event: { id: event.id, description: event.description },
});

export const idsOf = ({ events }: EventPage): string[] => events.edges.map(({ node }) => node.id);

/** A request of a client, as far as it concerns persisted queries. */
export interface SentHash {
  readonly method: string;
  readonly hasText: boolean;
}

/** Forwards requests to the network and records them. */
export function recordHashes(): { readonly sent: SentHash[]; readonly fetch: typeof fetch } {
  const sent: SentHash[] = [];
  return {
    sent,
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      const { query } = (typeof init?.body === 'string' ? JSON.parse(init.body) : {}) as { readonly query?: string };
      const hasText = query !== undefined || new URL(url).searchParams.has('query');
      sent.push({ method: init?.method ?? 'GET', hasText });
      return fetch(input, init);
    },
  };
}

export async function sha256Of(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

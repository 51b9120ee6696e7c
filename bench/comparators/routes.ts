/** The four v2.1 reads of a comparator: each returns the body as text, or null for 404. */
export interface Answers {
  events(size: number, start: number): Promise<string | null>;
  event(id: string): Promise<string | null>;
  talks(eventId: string, size: number): Promise<string | null>;
  comments(talkId: string, size: number): Promise<string | null>;
}

const EVENTS = /^\/v2\.1\/events\?resultsperpage=(\d+)&start=(\d+)$/;
const EVENT = /^\/v2\.1\/events\/(\d+)\?verbose=yes$/;
const TALKS = /^\/v2\.1\/events\/(\d+)\/talks\?resultsperpage=(\d+)$/;
const COMMENTS = /^\/v2\.1\/talks\/(\d+)\/comments\?resultsperpage=(\d+)$/;

/** Dispatches by four patterns instead of a router. */
export function routes(answers: Answers): (url: string) => Promise<string | null> {
  return (url) => {
    const events = EVENTS.exec(url);
    if (events) return answers.events(Number(events[1]), Number(events[2]));
    const talks = TALKS.exec(url);
    if (talks) return answers.talks(talks[1] ?? '', Number(talks[2]));
    const comments = COMMENTS.exec(url);
    if (comments) return answers.comments(comments[1] ?? '', Number(comments[2]));
    const event = EVENT.exec(url);
    if (event) return answers.event(event[1] ?? '');
    return Promise.resolve(null);
  };
}

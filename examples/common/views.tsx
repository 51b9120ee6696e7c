// What the three frontends show. They differ only in how they read and write the data.
import { useState, type FormEvent, type ReactNode } from 'react';
import { nodesOf, type Connection } from './nodes';
import { isLoggedIn, logIn, logOut } from './session';

export interface EventLine {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly startDate: string;
}

export interface TalkLine {
  readonly id: string;
  readonly title: string;
  readonly startDate: string;
  readonly starCount: number;
  readonly viewerHasStarred: boolean;
  readonly speakers: readonly { readonly name: string }[];
}

export interface CommentLine {
  readonly id: string;
  readonly text: string;
  readonly rating: number;
  readonly user: { readonly fullName: string } | null | undefined;
}

const dateText = (iso: string): string => new Date(iso).toLocaleDateString('en', { dateStyle: 'long' });
/** The time at the event, whose offset the service states. */
const timeText = (iso: string): string => `${iso.slice(0, 10)}, ${iso.slice(11, 16)}`;

export function Layout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <header>
        <a href="#/">{title}</a>
        {isLoggedIn() ? (
          <button type="button" onClick={() => void logOut()}>
            Log out
          </button>
        ) : (
          <button type="button" onClick={() => void logIn()}>
            Log in
          </button>
        )}
      </header>
      <main>{children}</main>
    </>
  );
}

export const Loading = () => <p role="status">Loading …</p>;

export const Failure = ({ sentence }: { readonly sentence: string }) => (
  <p role="alert" className="failure">
    {sentence}
  </p>
);

interface EventListProps {
  readonly events: readonly EventLine[];
  /** Undefined on the last page. */
  readonly onMore: (() => void) | undefined;
}

export function EventList({ events, onMore }: EventListProps) {
  return (
    <>
      <h1>Upcoming events</h1>
      <ul className="lines">
        {events.map(({ id, name, location, startDate }) => (
          <li key={id}>
            <a href={`#/event/${id}`}>{name}</a>
            <span>
              {dateText(startDate)}, {location}
            </span>
          </li>
        ))}
      </ul>
      {onMore && (
        <button type="button" onClick={onMore}>
          More events
        </button>
      )}
    </>
  );
}

interface ProgrammeProps {
  readonly talks: readonly TalkLine[];
  readonly onStar: (talk: TalkLine) => void;
}

function Programme({ talks, onStar }: ProgrammeProps) {
  return (
    <>
      <h2>Programme</h2>
      <ol className="lines">
        {talks.map((talk) => (
          <li key={talk.id}>
            <a href={`#/talk/${talk.id}`}>{talk.title}</a>
            <span>
              {timeText(talk.startDate)} · {talk.speakers.map(({ name }) => name).join(', ')}
            </span>
            <StarButton talk={talk} onStar={onStar} />
          </li>
        ))}
      </ol>
    </>
  );
}

interface StarProps {
  readonly talk: TalkLine;
  readonly onStar: (talk: TalkLine) => void;
}

function StarButton({ talk, onStar }: StarProps) {
  const { title, starCount, viewerHasStarred } = talk;
  return (
    <button
      type="button"
      className="star"
      aria-pressed={viewerHasStarred}
      aria-label={`Star ${title}, starred by ${starCount}`}
      onClick={() => (isLoggedIn() ? onStar(talk) : void logIn())}
    >
      {viewerHasStarred ? '★' : '☆'} {starCount}
    </button>
  );
}

interface EventImageProps {
  readonly images: readonly { readonly kind: string; readonly url: string }[];
  /** Undefined unless the viewer hosts the event. */
  readonly onUpload: ((image: File) => void) | undefined;
}

function EventImage({ images, onUpload }: EventImageProps) {
  const small = images.find(({ kind }) => kind === 'SMALL');
  return (
    <>
      {small && <img src={small.url} alt="" width="140" height="140" />}
      {onUpload && (
        <label>
          Image of the event
          <input
            type="file"
            accept="image/png,image/jpeg,image/gif"
            onChange={({ currentTarget: { files } }) => files?.[0] && onUpload(files[0])}
          />
        </label>
      )}
    </>
  );
}

function Comments({ comments }: { readonly comments: readonly CommentLine[] }) {
  return (
    <>
      <h2>Comments</h2>
      {comments.length === 0 && <p>There are no comments yet.</p>}
      <ul className="comments">
        {comments.map(({ id, text, rating, user }) => (
          <li key={id}>
            <p>{text}</p>
            <span>
              {user?.fullName ?? 'Anonymous'}
              {rating > 0 && `, ${rating} of 5`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** @param onSend resolves once the comment is posted; fails if it is refused */
function CommentForm({ onSend }: { readonly onSend: (text: string, rating: number) => Promise<void> }) {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  if (!isLoggedIn()) {
    return (
      <button type="button" onClick={() => void logIn()}>
        Log in to comment
      </button>
    );
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setState('busy');
    try {
      await onSend(String(data.get('text')), Number(data.get('rating')));
      form.reset();
      setState('done');
    } catch {
      // The page shows the reason.
      setState('idle');
    }
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <label>
        Your comment
        <textarea name="text" rows={3} required />
      </label>
      <label>
        Rating
        <select name="rating" defaultValue="5">
          {[5, 4, 3, 2, 1].map((rating) => (
            <option key={rating}>{rating}</option>
          ))}
        </select>
      </label>
      <button disabled={state === 'busy'}>Send</button>
      {state === 'done' && <p role="status">Thank you for your comment.</p>}
    </form>
  );
}

interface EventViewProps {
  readonly event: {
    readonly name: string;
    readonly description: string;
    readonly viewerCanEdit: boolean;
    readonly images: EventImageProps['images'];
    readonly talks: Connection<TalkLine>;
  };
  readonly failure: ReactNode;
  readonly onStar: (talk: TalkLine) => void;
  readonly onUpload: (image: File) => void;
}

export function EventView({ event, failure, onStar, onUpload }: EventViewProps) {
  return (
    <>
      <h1>{event.name}</h1>
      <p>{event.description}</p>
      <EventImage images={event.images} onUpload={event.viewerCanEdit ? onUpload : undefined} />
      {failure}
      <Programme talks={nodesOf(event.talks)} onStar={onStar} />
    </>
  );
}

interface TalkViewProps {
  readonly talk: TalkLine & {
    readonly description: string;
    readonly event: { readonly id: string; readonly name: string };
    readonly comments: Connection<CommentLine>;
  };
  readonly failure: ReactNode;
  readonly onStar: (talk: TalkLine) => void;
  readonly onComment: (text: string, rating: number) => Promise<void>;
}

export function TalkView({ talk, failure, onStar, onComment }: TalkViewProps) {
  return (
    <>
      <p>
        <a href={`#/event/${talk.event.id}`}>{talk.event.name}</a>
      </p>
      <h1>{talk.title}</h1>
      <StarButton talk={talk} onStar={onStar} />
      <p>{talk.description}</p>
      <Comments comments={nodesOf(talk.comments)} />
      {failure}
      <CommentForm onSend={onComment} />
    </>
  );
}

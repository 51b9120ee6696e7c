import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { CombinedError, Provider, useMutation, useQuery } from 'urql';
import * as operations from '../common/operations.generated';
import { nodesOf } from '../common/nodes';
import { sentenceOf } from '../common/problems';
import { useRoute } from '../common/route';
import { finishLogIn } from '../common/session';
import * as views from '../common/views';
import { client } from './client';

const failureOf = (error: unknown): string => sentenceOf(error instanceof CombinedError ? error.graphQLErrors : []);

function EventsPage() {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }] = useQuery({ query: operations.UpcomingEventsDocument, variables: { first: 5, after } });
  if (error) return <views.Failure sentence={failureOf(error)} />;
  if (!data) return <views.Loading />;
  const { endCursor, hasNextPage } = data.events.pageInfo;
  return (
    <views.EventList
      events={nodesOf(data.events)}
      onMore={hasNextPage ? () => setAfter(endCursor ?? null) : undefined}
    />
  );
}

/** What a mutation resolves to. */
interface Outcome {
  readonly error?: CombinedError | undefined;
}

/** Runs a mutation and keeps the sentence about its failure. */
function useAction() {
  const [failure, setFailure] = useState('');
  const run = async (action: () => Promise<Outcome>) => {
    setFailure('');
    const { error } = await action();
    if (!error) return;
    setFailure(failureOf(error));
    throw error;
  };
  return { failure: failure && <views.Failure sentence={failure} />, run };
}

/** Stars or unstars a talk. The payload contains its new state, which updates every page that shows it. */
function useStar() {
  const [, star] = useMutation(operations.StarTalkDocument);
  const [, unstar] = useMutation(operations.UnstarTalkDocument);
  return ({ id, viewerHasStarred }: views.TalkLine): Promise<Outcome> =>
    (viewerHasStarred ? unstar : star)({ input: { talkId: id } });
}

function EventPage({ id }: { readonly id: string }) {
  const [{ data, error }] = useQuery({ query: operations.EventPageDocument, variables: { id } });
  const [, setImage] = useMutation(operations.SetEventImageDocument);
  const star = useStar();
  const { failure, run } = useAction();
  if (error) return <views.Failure sentence={failureOf(error)} />;
  if (!data) return <views.Loading />;
  const { event } = data;
  if (!event) return <views.Failure sentence="This event does not exist." />;
  const upload = (image: File) => void run(() => setImage({ input: { eventId: id, image } })).catch(() => undefined);
  const onStar = (talk: views.TalkLine) => void run(() => star(talk)).catch(() => undefined);
  return <views.EventView event={event} failure={failure} onStar={onStar} onUpload={upload} />;
}

function TalkPage({ id }: { readonly id: string }) {
  const [{ data, error }] = useQuery({ query: operations.TalkPageDocument, variables: { id } });
  const [, comment] = useMutation(operations.CommentOnTalkDocument);
  const star = useStar();
  const { failure, run } = useAction();
  if (error) return <views.Failure sentence={failureOf(error)} />;
  if (!data) return <views.Loading />;
  const { talk } = data;
  if (!talk) return <views.Failure sentence="This talk does not exist." />;
  const onStar = () => void run(() => star(talk)).catch(() => undefined);
  return (
    <views.TalkView
      talk={talk}
      failure={failure}
      onStar={onStar}
      onComment={(text, rating) => run(() => comment({ input: { talkId: id, text, rating } }))}
    />
  );
}

function App() {
  const { page, id } = useRoute();
  return (
    <views.Layout title="Conferences with urql">
      {page === 'events' && <EventsPage />}
      {page === 'event' && <EventPage key={id} id={id} />}
      {page === 'talk' && <TalkPage key={id} id={id} />}
    </views.Layout>
  );
}

await finishLogIn();
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Provider value={client}>
      <App />
    </Provider>
  </StrictMode>,
);

import { CombinedGraphQLErrors } from '@apollo/client';
import { ApolloProvider, useMutation, useQuery } from '@apollo/client/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import * as operations from '../common/operations.generated';
import { nodesOf } from '../common/nodes';
import { sentenceOf } from '../common/problems';
import { useRoute } from '../common/route';
import { finishLogIn } from '../common/session';
import * as views from '../common/views';
import { client } from './client';

const failureOf = (error: unknown): string => sentenceOf(CombinedGraphQLErrors.is(error) ? error.errors : []);

function EventsPage() {
  const { data, error, fetchMore } = useQuery(operations.UpcomingEventsDocument, { variables: { first: 5 } });
  if (error) return <views.Failure sentence={failureOf(error)} />;
  if (!data) return <views.Loading />;
  const { endCursor, hasNextPage } = data.events.pageInfo;
  const more = () => void fetchMore({ variables: { after: endCursor } });
  return <views.EventList events={nodesOf(data.events)} onMore={hasNextPage ? more : undefined} />;
}

/** Stars or unstars a talk. The button changes at once, and again if the service refuses. */
function useStar() {
  const [star] = useMutation(operations.StarTalkDocument);
  const [unstar] = useMutation(operations.UnstarTalkDocument);
  return async ({ id, starCount, viewerHasStarred }: views.TalkLine) => {
    const variables = { input: { talkId: id } };
    const talk = { __typename: 'Talk' as const, id, viewerHasStarred: !viewerHasStarred };
    if (viewerHasStarred) {
      const optimisticResponse = { unstarTalk: { talk: { ...talk, starCount: starCount - 1 } } };
      await unstar({ variables, optimisticResponse });
    } else {
      const optimisticResponse = { starTalk: { talk: { ...talk, starCount: starCount + 1 } } };
      await star({ variables, optimisticResponse });
    }
  };
}

/** Runs an action and keeps the sentence about its failure. */
function useAction() {
  const [failure, setFailure] = useState('');
  const run = async (action: () => Promise<unknown>) => {
    setFailure('');
    try {
      await action();
    } catch (error) {
      setFailure(failureOf(error));
      throw error;
    }
  };
  return { failure: failure && <views.Failure sentence={failure} />, run };
}

function EventPage({ id }: { readonly id: string }) {
  const { data, error } = useQuery(operations.EventPageDocument, { variables: { id } });
  const [setImage] = useMutation(operations.SetEventImageDocument);
  const star = useStar();
  const { failure, run } = useAction();
  if (error) return <views.Failure sentence={failureOf(error)} />;
  if (!data) return <views.Loading />;
  const { event } = data;
  if (!event) return <views.Failure sentence="This event does not exist." />;
  const upload = (image: File) =>
    void run(() => setImage({ variables: { input: { eventId: id, image } } })).catch(() => undefined);
  const onStar = (talk: views.TalkLine) => void run(() => star(talk)).catch(() => undefined);
  return <views.EventView event={event} failure={failure} onStar={onStar} onUpload={upload} />;
}

function TalkPage({ id }: { readonly id: string }) {
  const { data, error } = useQuery(operations.TalkPageDocument, { variables: { id } });
  const [comment] = useMutation(operations.CommentOnTalkDocument, {
    // The new comment is the last one of the list.
    refetchQueries: [operations.TalkPageDocument],
    awaitRefetchQueries: true,
  });
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
      onComment={(text, rating) => run(() => comment({ variables: { input: { talkId: id, text, rating } } }))}
    />
  );
}

function App() {
  const { page, id } = useRoute();
  return (
    <views.Layout title="Conferences with Apollo">
      {page === 'events' && <EventsPage />}
      {page === 'event' && <EventPage key={id} id={id} />}
      {page === 'talk' && <TalkPage key={id} id={id} />}
    </views.Layout>
  );
}

await finishLogIn();
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <ApolloProvider client={client}>
      <App />
    </ApolloProvider>
  </StrictMode>,
);

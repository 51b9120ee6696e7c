import { Component, StrictMode, Suspense, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { commitMutation, RelayEnvironmentProvider, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { GraphQLTaggedNode, MutationParameters } from 'relay-runtime';
import { nodesOf } from '../common/nodes';
import { sentenceOf } from '../common/problems';
import { useRoute } from '../common/route';
import { finishLogIn } from '../common/session';
import * as views from '../common/views';
import { environment, ServiceFailure } from './environment';
import * as operations from './operations';
import type { operationsCommentMutation } from './__generated__/operationsCommentMutation.graphql';
import type { operationsEventPageQuery } from './__generated__/operationsEventPageQuery.graphql';
import type { operationsSetImageMutation } from './__generated__/operationsSetImageMutation.graphql';
import type { operationsStarMutation } from './__generated__/operationsStarMutation.graphql';
import type { operationsTalkPageQuery } from './__generated__/operationsTalkPageQuery.graphql';
import type { operationsUnstarMutation } from './__generated__/operationsUnstarMutation.graphql';
import type { operationsUpcomingEvents$key } from './__generated__/operationsUpcomingEvents.graphql';
import type { operationsUpcomingEventsPageQuery } from './__generated__/operationsUpcomingEventsPageQuery.graphql';
import type { operationsUpcomingEventsQuery } from './__generated__/operationsUpcomingEventsQuery.graphql';

const failureOf = (error: unknown): string => sentenceOf(error instanceof ServiceFailure ? error.errors : []);

/** Runs a mutation. Its payload contains the changed records, which update every page that shows them. */
const commit = <Mutation extends MutationParameters>(
  mutation: GraphQLTaggedNode,
  variables: Mutation['variables'],
  more: { readonly uploadables?: Record<string, File> } = {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    commitMutation<Mutation>(environment, {
      ...{ mutation, variables, ...more },
      onCompleted: () => resolve(),
      onError: reject,
    });
  });

function EventsPage() {
  const query = useLazyLoadQuery<operationsUpcomingEventsQuery>(operations.upcomingEventsQuery, {});
  const { data, hasNext, loadNext } = usePaginationFragment<
    operationsUpcomingEventsPageQuery,
    operationsUpcomingEvents$key
  >(operations.upcomingEvents, query);
  return <views.EventList events={nodesOf(data.events)} onMore={hasNext ? () => void loadNext(5) : undefined} />;
}

/** Runs a mutation and keeps the sentence about its failure. */
function useAction() {
  const [failure, setFailure] = useState('');
  const run = async (action: () => Promise<void>) => {
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

const star = ({ id, viewerHasStarred }: views.TalkLine): Promise<void> => {
  const input = { talkId: id };
  return viewerHasStarred
    ? commit<operationsUnstarMutation>(operations.unstarMutation, { input })
    : commit<operationsStarMutation>(operations.starMutation, { input });
};

function EventPage({ id }: { readonly id: string }) {
  const { event } = useLazyLoadQuery<operationsEventPageQuery>(operations.eventPageQuery, { id });
  const { failure, run } = useAction();
  if (!event) return <views.Failure sentence="This event does not exist." />;
  const upload = (image: File) => {
    // The file itself is sent beside the variables.
    const variables = { input: { eventId: id, image: null as unknown as Blob } };
    const uploadables = { 'variables.input.image': image };
    const set = () => commit<operationsSetImageMutation>(operations.setImageMutation, variables, { uploadables });
    void run(set).catch(() => undefined);
  };
  const onStar = (talk: views.TalkLine) => void run(() => star(talk)).catch(() => undefined);
  return <views.EventView event={event} failure={failure} onStar={onStar} onUpload={upload} />;
}

function TalkPage({ id }: { readonly id: string }) {
  const [fetchKey, setFetchKey] = useState(0);
  const options = { fetchKey, fetchPolicy: 'store-and-network' } as const;
  const { talk } = useLazyLoadQuery<operationsTalkPageQuery>(operations.talkPageQuery, { id }, options);
  const { failure, run } = useAction();
  if (!talk) return <views.Failure sentence="This talk does not exist." />;
  const comment = async (text: string, rating: number) => {
    const input = { talkId: id, text, rating };
    await run(() => commit<operationsCommentMutation>(operations.commentMutation, { input }));
    // The new comment is the last one of the list, which is read again.
    setFetchKey(fetchKey + 1);
  };
  const onStar = () => void run(() => star(talk)).catch(() => undefined);
  return <views.TalkView talk={talk} failure={failure} onStar={onStar} onComment={comment} />;
}

/** Shows the error of a query. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <views.Failure sentence={failureOf(error)} />;
  }
}

function App() {
  const { page, id } = useRoute();
  return (
    <views.Layout title="Conferences with Relay">
      <ErrorBoundary key={page + id}>
        <Suspense fallback={<views.Loading />}>
          {page === 'events' && <EventsPage />}
          {page === 'event' && <EventPage id={id} />}
          {page === 'talk' && <TalkPage id={id} />}
        </Suspense>
      </ErrorBoundary>
    </views.Layout>
  );
}

await finishLogIn();
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <RelayEnvironmentProvider environment={environment}>
      <App />
    </RelayEnvironmentProvider>
  </StrictMode>,
);

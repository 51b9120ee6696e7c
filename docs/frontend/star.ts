import { ask, type Graph } from './graph.js';
import { StarTalkDocument, type TalkLineFragment } from './operations.generated.js';

/** Shows the star optimistically, then the result of the service; rolls back to the previous talk on an error. */
export async function star(
  graph: Graph,
  talk: TalkLineFragment,
  show: (talk: TalkLineFragment) => void,
): Promise<void> {
  show({ ...talk, viewerHasStarred: true, starCount: talk.starCount + 1 });
  try {
    const { starTalk } = await ask(graph, StarTalkDocument, { input: { talkId: talk.id } });
    if (starTalk) show(starTalk.talk);
  } catch (error) {
    show(talk);
    throw error;
  }
}

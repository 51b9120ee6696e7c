import { ask, GraphFailure, type Graph } from './graph.js';
import { LogInDocument, type IssueTokenInput } from './operations.generated.js';

/** Returns the graph with the user's token; null if the username or the password is wrong. */
export async function logIn(graph: Graph, input: IssueTokenInput): Promise<Required<Graph> | null> {
  try {
    const { issueToken } = await ask(graph, LogInDocument, { input });
    return issueToken && { ...graph, token: issueToken.accessToken };
  } catch (error) {
    if (error instanceof GraphFailure && error.failure.problems[0]?.reason === 'SIGN_IN_FAILED') return null;
    throw error;
  }
}

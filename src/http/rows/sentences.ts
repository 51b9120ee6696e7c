import type { HttpErrorData } from '../http-error.js';

/** By HTTP status: errors that are common to the pages and endpoints of accounts. */
const sentences: ReadonlyMap<number, string> = new Map([
  [400, 'The service is not reachable under this host name.'],
  [405, 'The method is not supported.'],
  [503, 'The service is unavailable. Please try again in a few seconds.'],
]);

/** What an error says to people: its own sentence, or that of its status. */
export const sentenceForPeople = ({ status, sentence }: HttpErrorData): string =>
  sentence ?? sentences.get(status) ?? 'Something went wrong on our side. Please try again.';

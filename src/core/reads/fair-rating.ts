import { sql } from 'kysely';

/** Number of votes for each rating from 1 to 5. */
export type Distribution = readonly [number, number, number, number, number];

/** A mean that reduces the effect of few votes, and its lower bound. */
export interface FairRating {
  readonly fair: number;
  readonly fairLow: number;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
/** Half-width of the interval: the 95 % quantile of the normal distribution, rounded. */
const STANDARD_ERRORS = 1.65;

/**
 * Computes the mean after adding one vote for each rating, and the lower bound of its one-sided 95 % credible interval
 * (Dirichlet posterior, normal approximation). Depends on the votes of one talk only (docs/feedback.md, Fair rating). The
 * SQL function `fair_low` computes the same bound.
 */
export function fairRating(votes: Distribution): FairRating {
  const total = sumOf(votes) + 5;
  const weighted = (power: number) => sumOf(votes.map((count, index) => (index + 1) ** power * (count + 1))) / total;
  const fair = weighted(1);
  return { fair, fairLow: fair - STANDARD_ERRORS * Math.sqrt((weighted(2) - fair * fair) / (total + 1)) };
}

/**
 * Whether the rating of the comment `c` on a talk counts (contract §4.5). `author_counts` follows the roles of the author
 * only while the name is shown (migration 20261219-counting-authors).
 *
 * @param talk refers to the ID of the talk
 */
export const countedOnTalk = (
  talk: 'parents.parent' | 't.id' | 'm.talk_id',
) => sql<boolean>`c.talk_id = ${sql.ref(talk)} and not c.is_hidden and not c.is_private and c.rating > 0
  and c.author_counts`;

const votes = [1, 2, 3, 4, 5].map((rating) => sql`count(*) filter (where c.rating = ${sql.lit(rating)})`);

/** The lower bound of the fair rating of the talk `t`. */
export const fairLow = sql<number>`(select fair_low(${sql.join(votes)}) from talk_comments c
  where ${countedOnTalk('t.id')})`;

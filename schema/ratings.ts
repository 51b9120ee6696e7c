import { Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../src/core/context.js';
import type { Ratings } from '../src/core/reads/records.js';

@ObjectType('RatingCount', { simpleResolvers: true, description: 'The number of times a rating was given.' })
export class RatingCountType {
  @Field(() => Int, { description: 'The rating, from 1 to 5; 5 is best.' })
  rating!: number;

  @Field(() => Int, { description: 'Number of comments with this rating.' })
  count!: number;
}

@ObjectType('Ratings', {
  simpleResolvers: true,
  description:
    'Aggregated ratings of visible comments by registered users. Excludes zero ratings, ratings by speakers of their own talk, and ratings by hosts of their own event.',
})
export class RatingsType {
  @Field(() => Float, {
    nullable: true,
    description: 'Unrounded arithmetic mean, from 1 to 5; null if there are no ratings.',
  })
  average!: number | null;

  @Field(() => Int, { description: 'Number of ratings included in the average.' })
  count!: number;
}

@Resolver(() => RatingsType)
export class RatingsResolver {
  @FieldResolver(() => [RatingCountType], {
    description: 'Number of comments per rating, from 1 to 5, including ratings with zero comments.',
    complexity: 5,
  })
  async distribution(@Root() ratings: Ratings, @Ctx() { reads }: Context): Promise<RatingCountType[]> {
    const rows = await reads.load(`${ratings.of}RatingDistribution`, ratings.id);
    const counts = new Map(rows.map(({ rating, count }) => [rating, count]));
    return [1, 2, 3, 4, 5].map((rating) => ({ rating, count: counts.get(rating) ?? 0 }));
  }
}

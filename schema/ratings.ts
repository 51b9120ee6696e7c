import { Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../src/context.js';
import type { Ratings } from '../src/reads/records.js';

@ObjectType('RatingCount', { simpleResolvers: true, description: 'How often one rating was given.' })
export class RatingCountType {
  @Field(() => Int, { description: '1 to 5; 5 is best.' })
  rating!: number;

  @Field(() => Int, { description: 'How many comments gave it.' })
  count!: number;
}

@ObjectType('Ratings', {
  simpleResolvers: true,
  description:
    'The ratings of visible comments by registered users. Zero ratings, and those of speakers about their own talk or of hosts about their own event, do not count.',
})
export class RatingsType {
  @Field(() => Float, { nullable: true, description: 'The exact mean, 1 to 5; null when nobody rated.' })
  average!: number | null;

  @Field(() => Int, { description: 'How many ratings count.' })
  count!: number;
}

@Resolver(() => RatingsType)
export class RatingsResolver {
  @FieldResolver(() => [RatingCountType], {
    description: 'How often each rating was given, from 1 to 5.',
    complexity: 5,
  })
  async distribution(@Root() ratings: Ratings, @Ctx() { reads }: Context): Promise<RatingCountType[]> {
    const rows = await reads.load(`${ratings.of}RatingDistribution`, ratings.id);
    const counts = new Map(rows.map(({ rating, count }) => [rating, count]));
    return [1, 2, 3, 4, 5].map((rating) => ({ rating, count: counts.get(rating) ?? 0 }));
  }
}

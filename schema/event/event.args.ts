import { ArgsType, Field, registerEnumType } from 'type-graphql';
import type { EventFilter } from '../../src/reads/event-filters.js';
import { PageArgs } from '../paging.js';
import { TolerantDateTimeScalar } from '../scalars.js';

export enum EventFilterEnum {
  HOT = 'HOT',
  UPCOMING = 'UPCOMING',
  PAST = 'PAST',
  ALL = 'ALL',
  OPEN_CFP = 'OPEN_CFP',
  PENDING = 'PENDING',
}
registerEnumType(EventFilterEnum, {
  name: 'EventFilter',
  description: 'The usual selections of events, each with its order.',
  valuesConfig: {
    HOT: { description: 'Close to today and much attended or discussed first.' },
    UPCOMING: { description: 'Not over yet, soonest first.' },
    PAST: { description: 'Over, most recent first.' },
    ALL: {
      description:
        'From the past to the future. Without `first`, `last` or `offset` the page begins at the first event that starts today or later, and tells its `offset`.',
    },
    OPEN_CFP: { description: 'With an open call for papers, soonest closing first.' },
    PENDING: { description: 'Submissions that wait for approval, by start. For site administrators only.' },
  },
});

@ArgsType()
export class EventsArgs extends PageArgs {
  @Field(() => EventFilterEnum, { nullable: true, description: 'Without it: all events, latest start first.' })
  filter?: EventFilter | null;

  @Field(() => String, { nullable: true, description: 'Part of the name, in any case; at most 200 characters.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'The whole stub, in any case.' })
  stub?: string | null;

  @Field(() => [String], { nullable: true, description: 'Events that carry at least one of these tags.' })
  tags?: string[] | null;

  @Field(() => TolerantDateTimeScalar, { nullable: true, description: 'Events that start then or later.' })
  from?: string | null;

  @Field(() => TolerantDateTimeScalar, { nullable: true, description: 'Events that start before then.' })
  until?: string | null;
}

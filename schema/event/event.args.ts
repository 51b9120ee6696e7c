import { ArgsType, Field, registerEnumType } from 'type-graphql';
import type { EventFilter } from '../../src/core/reads/event-filters.js';
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
  description: 'Predefined filters of events, each with its own order.',
  valuesConfig: {
    HOT: { description: 'Events ranked by proximity to today and by number of attendees and comments.' },
    UPCOMING: { description: 'Events that have not ended, earliest start first.' },
    PAST: { description: 'Events that have ended, latest start first.' },
    ALL: {
      description:
        'All events, earliest start first. Without `first`, `last`, `offset` or a cursor, the page begins at the first event that starts today or later, and returns its `offset`.',
    },
    OPEN_CFP: { description: 'Events with an open call for papers, earliest deadline first.' },
    PENDING: { description: 'Submissions pending approval, earliest start first. Requires a site administrator.' },
  },
});

@ArgsType()
export class EventsArgs extends PageArgs {
  @Field(() => EventFilterEnum, {
    nullable: true,
    description: 'Predefined filter and order. If omitted, returns all events, latest start first.',
  })
  filter?: EventFilter | null;

  @Field(() => String, {
    nullable: true,
    description: 'A part of the name, ignoring case and accents; at most 200 characters.',
  })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'The exact stub, case-insensitive.' })
  stub?: string | null;

  @Field(() => [String], { nullable: true, description: 'Only events with at least one of these tags.' })
  tags?: string[] | null;

  @Field(() => TolerantDateTimeScalar, { nullable: true, description: 'Only events that start at or after this time.' })
  from?: string | null;

  @Field(() => TolerantDateTimeScalar, { nullable: true, description: 'Only events that start before this time.' })
  until?: string | null;
}

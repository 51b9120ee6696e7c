import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { languageConnection, talkTypeConnection } from '../../src/core/reads/connection.js';
import { connectionOf, listComplexity, PageArgs, pageRequest } from '../paging.js';
import { RECORD_ID_DESCRIPTION, loadById } from '../load-by-id.js';
import { LanguageType, TalkTypeEntryType } from './language.type.js';

const { Connection: LanguageConnection, ConnectionResolver: LanguageConnectionResolver } = connectionOf(
  () => LanguageType,
  'Language',
);
const { Connection: TalkTypeEntryConnection, ConnectionResolver: TalkTypeEntryConnectionResolver } = connectionOf(
  () => TalkTypeEntryType,
  'TalkTypeEntry',
);
export { LanguageConnectionResolver, TalkTypeEntryConnectionResolver };

@Resolver()
export class ReferenceResolver {
  @Query(() => LanguageType, {
    nullable: true,
    description: 'Look up a language by ID. Returns null if it does not exist.',
  })
  language(@Arg('id', () => ID, { description: RECORD_ID_DESCRIPTION }) id: string, @Ctx() { reads }: Context) {
    return loadById(id, (known) => reads.load('language', known));
  }

  @Query(() => LanguageConnection, {
    description: 'Languages in which talks can be given, ordered by name.',
    complexity: listComplexity,
  })
  languages(@Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return languageConnection(reads, pageRequest(args, maxPageSize));
  }

  @Query(() => TalkTypeEntryType, {
    nullable: true,
    description: 'Look up a talk type by ID. Returns null if it does not exist.',
  })
  talkType(@Arg('id', () => ID, { description: RECORD_ID_DESCRIPTION }) id: string, @Ctx() { reads }: Context) {
    return loadById(id, (known) => reads.load('talkType', known));
  }

  @Query(() => TalkTypeEntryConnection, {
    description: 'Talk types with their descriptions, ordered by ID.',
    complexity: listComplexity,
  })
  talkTypes(@Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return talkTypeConnection(reads, pageRequest(args, maxPageSize));
  }
}

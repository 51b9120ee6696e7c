import { Field, ID, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';
import { connectionOf } from '../paging.js';

@ObjectType('Application', {
  simpleResolvers: true,
  description: 'A client application in which users log in, such as a website or a mobile app.',
})
export class ApplicationType {
  @Field(() => ID, { description: 'Numeric ID of the application, as in `/v2.1/applications/{id}`.' })
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the user who registered the application; null if it has no owner.',
  })
  ownerId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The name of the application, shown as the source of comments posted with it. Null for imported applications without a name.',
  })
  name!: string | null;

  @Field(() => String, { description: 'The purpose of the application.' })
  description!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The callback URL, with the scheme `http`, `https` or a scheme of the application; null if there is none.',
  })
  callbackUrl!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the application is first-party. Third-party applications cannot manage accounts and access tokens.',
  })
  isFirstParty!: boolean;

  @Field(() => DateTimeScalar, { description: 'Time of registration, in UTC.' })
  createdAt!: string;
}

export const { Connection: ApplicationConnection, ConnectionResolver: ApplicationConnectionResolver } = connectionOf(
  () => ApplicationType,
  'Application',
);

import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';

export enum ClaimSideEnum {
  SPEAKER = 'SPEAKER',
  HOST = 'HOST',
}
registerEnumType(ClaimSideEnum, {
  name: 'ClaimSide',
  description: 'The two sides that have to agree on a claim.',
  valuesConfig: {
    SPEAKER: { description: 'The user who is to be linked to the talk.' },
    HOST: { description: 'A host of the event.' },
  },
});

@ObjectType('SpeakerClaim', {
  simpleResolvers: true,
  description: 'A link between a name on a talk and an account that one side has yet to confirm.',
})
export class SpeakerClaimType {
  @Field(() => ID, { description: 'The number of the claim.' })
  id!: string;

  @Field(() => String, { description: 'The name on the talk.' })
  displayName!: string;

  @Field(() => ClaimSideEnum, { description: 'Whose confirmation is missing.' })
  awaits!: ClaimSideEnum;

  @Field(() => DateTimeScalar, { description: 'When it was made, in UTC.' })
  createdAt!: string;
}

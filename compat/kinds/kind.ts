/** What this kit calls the kinds of records. */
export type KindName =
  | 'event'
  | 'talk'
  | 'track'
  | 'talk comment'
  | 'event comment'
  | 'user'
  | 'language'
  | 'talk type'
  | 'host'
  | 'image'
  | 'speaker'
  | 'membership'
  | 'talk link'
  | 'claim'
  | 'token'
  | 'client'
  | 'report of a talk comment'
  | 'report of an event comment';

/**
 * A member of a record. Its type is one of `value-types.ts`, followed by `?` when it may be null; or the path of a link
 * below `/v2.1`, where `#` is the record's own number and `*` any other.
 */
export type Field = readonly [member: string, type: string, presence?: Presence];

/** When a member is there: always, unless said; `maybe` depends on the record or on who asks. */
type Presence = 'maybe' | 'normal' | 'verbose' | 'verbose, maybe';

/** One kind of record, member by member in the order of the wire. */
export interface Kind {
  /** The section of the contract that describes it. */
  readonly section: string;
  /** The member of a document that holds such records. */
  readonly root: string;
  readonly fields: readonly Field[];
  /** Members that hold records of other kinds: an array or an object of them, or one. */
  readonly inside?: Readonly<Record<string, KindName>>;
}

/** Names of the kinds of records. */
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
 * A member of a record. Its type is one of `value-types.ts`, with a suffix `?` if it is nullable, or the path of a link
 * below `/v2.1`, where `#` is the record's own ID and `*` any ID.
 */
export type Field = readonly [member: string, type: string, presence?: Presence];

/** Presence of a member: always by default; `maybe` depends on the record or the viewer. */
type Presence = 'maybe' | 'normal' | 'verbose' | 'verbose, maybe';

/** A kind of record, with its members in wire order. */
export interface Kind {
  /** The section of the contract that describes it. */
  readonly section: string;
  /** The member of a document that contains the records. */
  readonly root: string;
  readonly fields: readonly Field[];
  /** Members with nested records: an array, an object of records, or one record. */
  readonly inside?: Readonly<Record<string, KindName>>;
}

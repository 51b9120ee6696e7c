/** Every name that a plain object inherits: `constructor`, `__proto__`, `toString`, … */
export const prototypeNames: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** A name that no object has: the service must treat the others like this one. */
export const ORDINARY = 'ordinaryName';

/** A request with a client-chosen name in some place. */
export interface NamedRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | FormData;
  /** Sends the token of an administrator. */
  readonly signedIn?: boolean;
}

/** A place for a name, with its label in the test's title. */
export type Place = readonly [title: string, request: (name: string) => NamedRequest];

export const JSON_TYPE = ['Content-Type', 'application/json'] as const;

// The package brings no types of its own. What is said here is what this folder uses of it.

declare module 'graphql-upload/Upload.mjs' {
  import type { Readable } from 'node:stream';

  /** A file that a request announces; the promise is kept when its first byte arrives. */
  class Upload {
    readonly promise: Promise<{ readonly createReadStream: () => Readable }>;
  }
  // eslint-disable-next-line no-restricted-syntax -- the package exports it so
  export default Upload;
}

declare module 'graphql-upload/processRequest.mjs' {
  import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
  import type { Readable } from 'node:stream';

  /** What is read of a request. */
  interface Form extends Readable {
    readonly headers: IncomingHttpHeaders;
  }
  interface Limits {
    /** In bytes. */
    readonly maxFieldSize: number;
    readonly maxFileSize: number;
    readonly maxFiles: number;
  }
  function processRequest(request: Form, response: ServerResponse, limits: Limits): Promise<unknown>;
  // eslint-disable-next-line no-restricted-syntax -- the package exports it so
  export default processRequest;
}

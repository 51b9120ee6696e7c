// The package ships no types. Declares only what this folder uses.

declare module 'graphql-upload/Upload.mjs' {
  import type { Readable } from 'node:stream';

  /** A file announced by a multipart request; the promise resolves when its part starts. */
  class Upload {
    readonly promise: Promise<File>;
    readonly resolve: (file: File) => void;
    readonly reject: (error: Error) => void;
  }
  interface File {
    readonly createReadStream: () => Readable;
  }
  // eslint-disable-next-line no-restricted-syntax -- the package has a default export
  export default Upload;
}

// The package has no declarations.
declare module 'apollo-upload-client/UploadHttpLink.mjs' {
  import type { ApolloLink } from '@apollo/client';

  export default class UploadHttpLink extends ApolloLink {
    constructor(options: {
      readonly uri: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly fetch?: typeof fetch;
    });
  }
}

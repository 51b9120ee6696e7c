// The package has no declarations. With `allowJs` and `maxNodeModuleJsDepth: 10` TypeScript reads its JSDoc instead.

declare module 'apollo-upload-client/UploadHttpLink.mjs' {
  import type { ApolloLink } from '@apollo/client';

  class UploadHttpLink extends ApolloLink {
    constructor(options: { readonly uri: string; readonly headers?: Readonly<Record<string, string>> });
  }
  // eslint-disable-next-line no-restricted-syntax -- the package exports it so
  export default UploadHttpLink;
}

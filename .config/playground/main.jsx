import './workers.js';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import 'graphiql/style.css';
import defaultQuery from './default-query.graphql';
import { namedOperation } from './named-operation.js';
import './playground.css';
import { storageWithoutHeaders } from './storage.js';

const fetcher = createGraphiQLFetcher({ url: '/graphql' });
const storage = storageWithoutHeaders(window.localStorage);
const named = await namedOperation(window.location.search);

createRoot(document.getElementById('playground')).render(
  <GraphiQL
    fetcher={fetcher}
    defaultQuery={defaultQuery}
    {...named}
    storage={storage}
    shouldPersistHeaders={false}
    showPersistHeadersSettings={false}
    schemaDescription
    inputValueDeprecation
  >
    <GraphiQL.Logo>
      <a className="lectern-logo" href="/">
        Lectern <span>playground</span>
      </a>
    </GraphiQL.Logo>
  </GraphiQL>,
);

import './workers.js';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { createRoot } from 'react-dom/client';
import 'graphiql/style.css';
import { repairAccessibility } from './accessibility.js';
import defaultQuery from './default-query.graphql';
import { withFreshName } from './fresh-operation-name.js';
import { loginPlugin } from './login-panel.jsx';
import { namedOperation } from './named-operation.js';
import { operationsPlugin } from './operations-panel.jsx';
import './playground.css';
import { service } from './service.js';
import { setInitialSizes, showResult } from './sizes.js';
import { storageWithoutHeaders } from './storage.js';
import { isSubscription, subscribe } from './subscribe.js';
import { SystemColours } from './system-colours.jsx';
import { fetchWithToken } from './token.js';
import { WayBack } from './way-back.jsx';

const send = createGraphiQLFetcher({ url: '/graphql', fetch: fetchWithToken });
/** GraphiQL also introspects the schema through this function, on its own. */
const fetcher = async (params, options) => {
  const named = withFreshName(params);
  if (isSubscription(named)) {
    showResult();
    return subscribe(named, options?.headers);
  }
  const result = await send(named, options);
  if (params.operationName !== 'IntrospectionQuery') showResult();
  return result;
};
const storage = storageWithoutHeaders(window.localStorage);
setInitialSizes(storage);
const initial = namedOperation(window.location.search, service);
const plugins = [operationsPlugin, loginPlugin, HISTORY_PLUGIN];

/** The initial panel: from the address or the last visit, otherwise the list if the screen is wide enough. */
function firstPanel() {
  // GraphiQL itself prefers what it has stored.
  if (window.location.hash === '#login') storage.setItem('graphiql:visiblePlugin', loginPlugin.title);
  const isWide = window.matchMedia('(min-width: 64rem)').matches;
  return storage.getItem('graphiql:visiblePlugin') || (isWide ? operationsPlugin.title : undefined);
}

const root = document.getElementById('playground');
repairAccessibility(document.body);
createRoot(root).render(
  <GraphiQL
    fetcher={fetcher}
    defaultQuery={defaultQuery}
    {...initial}
    storage={storage}
    plugins={plugins}
    visiblePlugin={firstPanel()}
    defaultEditorToolsVisibility="variables"
    shouldPersistHeaders={false}
    showPersistHeadersSettings={false}
    schemaDescription
    inputValueDeprecation
  >
    <GraphiQL.Logo>
      <nav className="lectern-logo" aria-label="Lectern">
        <a href="/">Lectern</a> <span>playground</span> <a href="/docs">Reference</a>
      </nav>
    </GraphiQL.Logo>
    <GraphiQL.Footer>
      <SystemColours />
      <WayBack />
    </GraphiQL.Footer>
  </GraphiQL>,
);

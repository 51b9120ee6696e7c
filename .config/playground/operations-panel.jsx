import { pick, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useMemo, useState } from 'react';
import { useCurrentOperation } from './current-operation.js';
import { exampleVariables } from './example-variables.js';
import { existingRecords } from './existing-records.js';
import { matching, operationGroups } from './operation-list.js';
import { service } from './service.js';
import { useSession } from './token.js';

const groups = operationGroups(service.patterns);

/** A promise of the records for the variables, requested again after each login or logout. */
function useRecords() {
  const session = useSession();
  return useMemo(() => existingRecords(session !== ''), [session]);
}

/** Opens an operation with variables in a new tab, or activates the tab that already contains it. */
function useOpen() {
  const records = useRecords();
  const { addTab, changeTab } = useGraphiQLActions();
  const { schema, tabs, queryEditor, variableEditor } = useGraphiQL(
    pick('schema', 'tabs', 'queryEditor', 'variableEditor'),
  );
  // Undefined until the editor is mounted.
  if (!queryEditor || !variableEditor) return undefined;
  return async ({ name, pattern }) => {
    const text = service.documents[name];
    const open = tabs.findIndex(({ query }) => query === text);
    if (open !== -1) {
      changeTab(open);
      return;
    }
    const known = { records: await records, demo: service.demo };
    addTab();
    queryEditor.setValue(text);
    const variables = exampleVariables(schema, text, pattern, known);
    variableEditor.setValue(JSON.stringify(variables, null, 2));
  };
}

function Entry({ entry, isOpen, open }) {
  return (
    <li>
      <button type="button" aria-current={isOpen} disabled={!open} onClick={() => open(entry)}>
        <span className="lectern-path">
          <b className={`lectern-method is-${entry.method.toLowerCase()}`}>{entry.method}</b> {entry.path}
        </span>
        <span className="lectern-name">{entry.name}</span>
      </button>
    </li>
  );
}

function Panel() {
  const [filter, setFilter] = useState('');
  const open = useOpen();
  const current = useCurrentOperation();
  const shown = matching(groups, filter);
  const count = shown.flatMap(([, list]) => list).length;
  return (
    <section className="lectern-panel" aria-label="Operations">
      <h2>Operations of v2.1</h2>
      <p>Each opens in a tab, filled in with what is there.</p>
      <label>
        Filter
        <input
          type="search"
          value={filter}
          placeholder="talks comments"
          onChange={(event) => setFilter(event.target.value)}
        />
      </label>
      <p role="status">{count === 0 ? 'Nothing is called so.' : count === 1 ? '1 operation' : `${count} operations`}</p>
      {shown.map(([group, list]) => (
        <section key={group}>
          <h3>{group}</h3>
          <ul>
            {list.map((entry) => (
              <Entry key={entry.pattern} entry={entry} isOpen={entry.name === current?.name} open={open} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

const Icon = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    <path d="M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1" strokeLinecap="round" />
  </svg>
);

export const operationsPlugin = { title: 'Operations', icon: Icon, content: Panel };

// Configures the URLs of Monaco's background workers. Imported first: Monaco reads this when the first editor opens.
const workerOfLabel = { graphql: 'graphql.worker.js', json: 'json.worker.js' };

globalThis.MonacoEnvironment = {
  getWorker(_moduleId, label) {
    const name = workerOfLabel[label] ?? 'editor.worker.js';
    return new Worker(`/graphql/assets/${name}`, { type: 'module', name: label });
  },
};

import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordExchange } from './recording.js';

// Preloaded into the processes that tests start (process.ts).
subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
  recordExchange(request, response);
});

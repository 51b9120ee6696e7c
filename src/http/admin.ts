import { createServer, type Server } from 'node:http';

/** What the admin port tells: `/live` that the process runs, `/ready` whether it should get requests. */
export interface Health {
  /** Whether the service may get requests now. Answers within a second. */
  readonly isReady: () => Promise<boolean>;
}

/** The server of the admin port. It is not reached by clients, and works while everything else is busy. */
export function createAdminServer({ isReady }: Health): Server {
  return createServer((request, response) => {
    const answer = (status: number, text: string) => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(`${text}\n`);
    };
    if (request.url === '/live') return answer(200, 'live');
    if (request.url !== '/ready') return answer(404, 'There are /live and /ready here');
    isReady().then(
      (ready) => answer(ready ? 200 : 503, ready ? 'ready' : 'not ready'),
      () => answer(503, 'not ready'),
    );
  });
}

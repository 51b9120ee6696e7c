import { Command } from 'commander';

/** Imported by URL, so that the other commands do not load the service. */
const SERVICE = new URL('../main.js', import.meta.url).href;

/** `serve`: runs the service. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the service until it receives a signal, as npm start does.')
    .addHelpText('after', '\nExample:\n  PORT=9000 npm run lectern -- serve')
    .action(async () => {
      await import(SERVICE);
    });
}

import { Command } from 'commander';

/** By its address: the commands need nothing of what the service is made of. */
const SERVICE = new URL('../main.js', import.meta.url).href;

/** `serve`: the service itself. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the service until a signal, as npm start does.')
    .addHelpText('after', '\nExample:\n  PORT=9000 npm run lectern -- serve')
    .action(async () => {
      await import(SERVICE);
    });
}

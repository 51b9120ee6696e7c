import { Command } from 'commander';
import { importEventCommand } from './import-event.js';
import { importJsonlCommand } from './import-jsonl.js';
import { importLegacyCommand } from './import-legacy.js';

/** `import …`: imports from other servers and from exports. */
export function importCommand(): Command {
  return new Command('import')
    .description('Import conferences or a complete export')
    .addCommand(importEventCommand())
    .addCommand(importLegacyCommand())
    .addCommand(importJsonlCommand());
}

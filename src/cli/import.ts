import { Command } from 'commander';
import { importEventCommand } from './import-event.js';
import { importJsonlCommand } from './import-jsonl.js';
import { importLegacyCommand } from './import-legacy.js';

/** `import …`: from where others keep their conferences. */
export function importCommand(): Command {
  return new Command('import')
    .description('Bring conferences from elsewhere, or a whole export')
    .addCommand(importEventCommand())
    .addCommand(importLegacyCommand())
    .addCommand(importJsonlCommand());
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../../config/operator-error.js';
import { mailKinds, type MailKind } from '../../core/mail-kinds.js';
import { readTemplate, type Template } from './template.js';

/** In `src` for the compiled service as well: templates are not compiled. */
const BUILT_IN = fileURLToPath(new URL('../../../../src/adapters/mail/templates', import.meta.url));
const ABOUT = 'README.md';

export type Templates = Readonly<Record<MailKind, Template>>;

/**
 * Reads and validates the template of every kind of mail.
 *
 * @param folder overrides built-in templates by files of the same names
 * @throws OperatorError if a template is invalid or a file name matches no kind of mail
 */
export function readTemplates(folder?: string): Templates {
  const own = folder === undefined ? [] : filesIn(folder);
  const stray = own.find((name) => name !== ABOUT && !Object.keys(mailKinds).includes(name.replace(/\.md$/, '')));
  if (stray !== undefined) {
    const kinds = Object.keys(mailKinds).join(', ');
    throw new OperatorError(
      `There is no mail for ${join(folder ?? '', stray)}: a template is named ${kinds}, with .md.`,
    );
  }
  return Object.fromEntries(
    Object.entries(mailKinds).map(([kind, fields]) => {
      const file = join(own.includes(`${kind}.md`) && folder !== undefined ? folder : BUILT_IN, `${kind}.md`);
      const names = [...Object.keys(fields), 'productName'];
      return [kind, readTemplate(readFileSync(file, 'utf8'), file, names)];
    }),
  ) as Templates;
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) {
    throw new OperatorError(`There is no folder ${folder}: correct MAIL_TEMPLATES and start again.`);
  }
  return readdirSync(folder).filter((name) => name.endsWith('.md'));
}

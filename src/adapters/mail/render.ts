import { layout } from './layout.js';
import { mailKinds } from '../../core/mail-kinds.js';
import type { Mail } from '../../core/ports.js';
import type { Templates } from './templates.js';
import { valuesOf } from './values.js';

/** The rendered content of a message. */
export interface Rendered {
  /** A single line. */
  readonly subject: string;
  readonly text: string;
  /** A complete HTML document. */
  readonly html: string;
}

/** Renders the template of a mail. */
export function render(
  templates: Templates,
  productName: string,
  { kind, data }: Pick<Mail, 'kind' | 'data'>,
): Rendered {
  const values = { ...valuesOf(mailKinds[kind], { ...data }), productName };
  const template = templates[kind];
  const subject = template.subject(values);
  return {
    subject,
    text: `${template.text(values)}\n`,
    html: layout(productName, subject, template.html(values)),
  };
}

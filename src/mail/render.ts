import { layout } from './layout.js';
import { mailKinds } from './mail-kinds.js';
import type { Mail } from './mail.js';
import type { Templates } from './templates.js';
import { valuesOf } from './values.js';

/** What a recipient reads. */
export interface Rendered {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** A whole page. */
  readonly html: string;
}

/** Fills the template of a mail. */
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

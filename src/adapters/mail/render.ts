import { Marked } from 'marked';
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

const NO_MORE = 'To receive no more mails of this kind:';

/** Renders the template of a mail. @param unsubscribe URL that turns off mails of this kind */
export function render(
  templates: Templates,
  productName: string,
  { kind, data }: Pick<Mail, 'kind' | 'data'>,
  unsubscribe?: string,
): Rendered {
  const values = { ...valuesOf(mailKinds[kind], { ...data }), productName };
  const template = templates[kind];
  const subject = template.subject(values);
  return {
    subject,
    text: `${template.text(values)}\n${unsubscribe === undefined ? '' : `\n-- \n${NO_MORE}\n${unsubscribe}\n`}`,
    html: layout(productName, subject, template.html(values), unsubscribe),
  };
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Dark mode for mail clients that support it, in addition to the inline styles; other clients invert the page
 * themselves.
 */
const DARK = `@media (prefers-color-scheme: dark) {
  body, .page { background: #16181d !important; color: #e6e7ea !important; }
  .sheet { background: #1f2228 !important; border-color: #343842 !important; }
  blockquote { border-color: #5b6170 !important; color: #c3c7d0 !important; }
  a { color: #8ab4ff !important; }
  .foot { color: #9aa0ac !important; }
}`;

const marked = new Marked({
  async: false,
  gfm: true,
  renderer: {
    paragraph({ tokens }) {
      return `<p style="margin:0 0 16px">${this.parser.parseInline(tokens)}</p>\n`;
    },
    blockquote({ tokens }) {
      const style = 'margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #b9bfcc;color:#4a4f5a';
      return `<blockquote style="${style}">${this.parser.parse(tokens)}</blockquote>\n`;
    },
    link({ href, tokens }) {
      const style = 'color:#1a56c4;word-break:break-all';
      return `<a href="${attribute(href)}" style="${style}">${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

/** Renders Markdown as an HTML message without external resources. */
export function layout(product: string, subject: string, markdown: string, unsubscribe?: string): string {
  const link = unsubscribe === undefined ? '' : ` · <a href="${attribute(unsubscribe)}">Stop mails of this kind</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${attribute(subject)}</title>
<style>
${DARK}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f3f4f6;color:#1d2026;${FONT};font-size:16px;line-height:1.5">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:28px 28px 12px;background:#ffffff;border:1px solid #dfe2e8;border-radius:8px">
${String(marked.parse(markdown)).trim()}
</div>
<div class="foot" style="max-width:560px;margin:12px auto 0;padding:0 28px;color:#666c78;font-size:13px">${attribute(product)}${link}</div>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Liquid, LiquidError, type Template as LiquidTemplate } from 'liquidjs';
import { PACKAGE_ROOT } from '../../config/package-root.js';
import { OperatorError } from '../../config/operator-error.js';
import { mailKinds, type MailKind } from '../../core/mail-kinds.js';
import { escapeFor, type MessagePart } from './values.js';

/** Templates are not compiled. */
const BUILT_IN = join(PACKAGE_ROOT, 'src/adapters/mail/templates');
const README = 'README.md';

export type Templates = Readonly<Record<MailKind, Template>>;

/**
 * Reads and validates the template of every kind of mail.
 *
 * @param folder overrides built-in templates by files of the same names
 * @throws OperatorError if a template is invalid or a file name matches no kind of mail
 */
export function readTemplates(folder?: string): Templates {
  const overrides = folder === undefined ? [] : filesIn(folder);
  const unknown = overrides.find(
    (name) => name !== README && !Object.keys(mailKinds).includes(name.replace(/\.md$/, '')),
  );
  if (unknown !== undefined) {
    const kinds = Object.keys(mailKinds).join(', ');
    throw new OperatorError(
      `Unknown mail template ${join(folder ?? '', unknown)}: valid names are ${kinds}, with the extension .md.`,
    );
  }
  return Object.fromEntries(
    Object.entries(mailKinds).map(([kind, fields]) => {
      const file = join(overrides.includes(`${kind}.md`) && folder !== undefined ? folder : BUILT_IN, `${kind}.md`);
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

/** Renders one part of a message from the values of a mail. */
type RenderPart = (values: object) => string;

/** A template, compiled for each part of a message. */
type Template = Readonly<Record<MessagePart, RenderPart>>;

/** Limits for templates written by an operator. A template that parses and validates does not fail later. */
const limits = { parseLimit: 100_000, renderLimit: 1_000, memoryLimit: 10_000_000 };

const engines: Readonly<Record<MessagePart, Liquid>> = {
  subject: engineFor('subject'),
  text: engineFor('text'),
  html: engineFor('html'),
};

function engineFor(place: MessagePart): Liquid {
  const engine = new Liquid({
    outputEscape: escapeFor(place),
    strictFilters: true,
    strictVariables: true,
    ownPropertyOnly: true,
    // No partials: a template is a single text.
    templates: {},
    ...limits,
  });
  // Liquid's own `raw` would disable escaping.
  engine.registerFilter('raw', (value: unknown) => value);
  return engine;
}

const HEAD = /^Subject: *(\S[^\n]*)\n(?:[ \t]*\n)+/;

/**
 * Parses a template: `Subject: …`, an empty line, and Markdown, all with Liquid's `{{ names }}`.
 *
 * @param file for error messages
 * @param names the variables that the template may use
 * @throws OperatorError that names the file and the line of the error
 */
function readTemplate(source: string, file: string, names: readonly string[]): Template {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [head, subject] = HEAD.exec(text) ?? [];
  if (head === undefined || subject === undefined) {
    throw templateError(file, 1, 'it must begin with "Subject: …" and an empty line');
  }
  // Preserves line numbers for error messages.
  const body = '\n'.repeat(head.split('\n').length - 1) + text.slice(head.length);
  return {
    subject: compile('subject', subject),
    text: compile('text', body),
    html: compile('html', body),
  };

  function compile(place: MessagePart, part: string): RenderPart {
    const engine = engines[place];
    const parsed = parse(engine, part);
    for (const [name, [found]] of Object.entries(engine.analyzeSync(parsed, { partials: false }).globals)) {
      if (names.includes(name)) continue;
      throw templateError(file, found?.location.row ?? 1, `"${name}" is none of ${names.join(', ')}`);
    }
    return (values) => String(engine.renderSync(parsed, values)).trim();
  }

  function parse(engine: Liquid, template: string): LiquidTemplate[] {
    try {
      return engine.parse(template);
    } catch (error) {
      if (!LiquidError.is(error)) throw error;
      const [row = 1] = error.token.getPosition();
      const { message } = error.originalError ?? error;
      throw templateError(file, row, message.replace(/, line:\d+, col:\d+$/, ''));
    }
  }
}

function templateError(file: string, line: number, what: string): OperatorError {
  return new OperatorError(`The mail template ${file} cannot be used, because of line ${line}: ${what}.`);
}

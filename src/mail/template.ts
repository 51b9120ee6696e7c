import { Liquid, LiquidError, type Template as LiquidTemplate } from 'liquidjs';
import { OperatorError } from '../operator-error.js';
import { writeIn, type Place } from './values.js';

/** Makes one place of a message out of the values of a mail. */
export type Fill = (values: object) => string;

/** One template, ready for each place of a message. */
export type Template = Readonly<Record<Place, Fill>>;

/** Templates that are parsed and found right cannot fail later; these limits are for what somebody has written. */
const limits = { parseLimit: 100_000, renderLimit: 1_000, memoryLimit: 10_000_000 };

const engines: Readonly<Record<Place, Liquid>> = {
  subject: engineFor('subject'),
  text: engineFor('text'),
  html: engineFor('html'),
};

function engineFor(place: Place): Liquid {
  const engine = new Liquid({
    outputEscape: writeIn(place),
    strictFilters: true,
    strictVariables: true,
    ownPropertyOnly: true,
    // No files: a template is one text.
    templates: {},
    ...limits,
  });
  // Liquid's own `raw` would turn the escaping off.
  engine.registerFilter('raw', (value: unknown) => value);
  return engine;
}

const HEAD = /^Subject: *(\S[^\n]*)\n(?:[ \t]*\n)+/;

/**
 * Reads a template: `Subject: …`, an empty line, and Markdown, all with Liquid's `{{ names }}`.
 *
 * @param file for messages
 * @param names what the template may use
 * @throws OperatorError that names the file and the line of what is wrong
 */
export function readTemplate(source: string, file: string, names: readonly string[]): Template {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [head, subject] = HEAD.exec(text) ?? [];
  if (head === undefined || subject === undefined) {
    throw broken(file, 1, 'it must begin with "Subject: …" and an empty line');
  }
  // Lines keep their numbers.
  const body = '\n'.repeat(head.split('\n').length - 1) + text.slice(head.length);
  return {
    subject: compile('subject', subject),
    text: compile('text', body),
    html: compile('html', body),
  };

  function compile(place: Place, part: string): Fill {
    const engine = engines[place];
    const parsed = parse(engine, part);
    for (const [name, [found]] of Object.entries(engine.analyzeSync(parsed, { partials: false }).globals)) {
      if (names.includes(name)) continue;
      throw broken(file, found?.location.row ?? 1, `"${name}" is none of ${names.join(', ')}`);
    }
    return (values) => String(engine.renderSync(parsed, values)).trim();
  }

  function parse(engine: Liquid, part: string): LiquidTemplate[] {
    try {
      return engine.parse(part);
    } catch (error) {
      if (!LiquidError.is(error)) throw error;
      const [row = 1] = error.token.getPosition();
      const { message } = error.originalError ?? error;
      throw broken(file, row, message.replace(/, line:\d+, col:\d+$/, ''));
    }
  }
}

function broken(file: string, line: number, what: string): OperatorError {
  return new OperatorError(`The mail template ${file} cannot be used, because of line ${line}: ${what}.`);
}

import { Liquid, type Template } from 'liquidjs';
import type { RowReply } from '../src/http/rows/row.js';

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // Scripts send the forms. No text of a record can run another one.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Escapes every value that a template outputs, unless the template says `raw`. */
const engine = new Liquid({ outputEscape: 'escape', strictVariables: true, strictFilters: true, templates: {} });

/** Parses a Liquid template once, at startup. */
export function template<Values extends object>(text: string): (values: Values) => string {
  const parsed: Template[] = engine.parse(text);
  return (values) => String(engine.renderSync(parsed, values));
}

interface Page {
  /** Shown by the browser's tab. */
  readonly title: string;
  /** The line above the heading. */
  readonly header: string;
  readonly heading: string;
  /** HTML below the heading. */
  readonly main: string;
  /** Name of the stylesheet below `/pages`, without extension. */
  readonly style: string;
  /** Name of the script below `/pages`, without extension; null if the page only shows. */
  readonly script: string | null;
}

const layout = template<Page>(`<!doctype html>
<html lang="en" data-token="unused">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>{{ title }}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/user/assets/account.css" />
    <link rel="stylesheet" href="/pages/{{ style }}.css" />
    {%- if script %}
    <script type="module" src="/pages/{{ script }}.js"></script>
    {%- endif %}
  </head>
  <body>
    <header>{{ header }}</header>
    <main>
      <h1>{{ heading }}</h1>
      {{ main | raw }}
    </main>
  </body>
</html>
`);

/** Renders a page. */
export const page = (values: Page): RowReply => ({
  headers: HEADERS,
  body: layout(values),
});

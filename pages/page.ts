import { Liquid, type Template } from 'liquidjs';
import type { RowReply } from '../src/http/rows/row.js';

/** Escapes every value that a template outputs, unless the template says `raw`. */
const engine = new Liquid({ outputEscape: 'escape', strictVariables: true, strictFilters: true, templates: {} });

/** Parses a Liquid template once, at startup. */
export function template<Values extends object>(text: string): (values: Values) => string {
  const parsed: Template[] = engine.parse(text);
  return (values) => String(engine.renderSync(parsed, values));
}

/** Scripts send the forms. No text of a record can run another one. @param images further sources of images */
const contentSecurityPolicy = (images: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${["'self'", ...images].join(' ')}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

interface Image {
  readonly url: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

interface Page {
  /** Shown by the browser's tab. */
  readonly title: string;
  /** The line above the heading: what the page belongs to. */
  readonly header: string;
  /** The page of that; none by default. */
  readonly headerUrl?: string | null;
  readonly heading: string;
  /** Beside the heading. */
  readonly image?: Image | null;
  /** HTML below the heading. */
  readonly main: string;
  /** Name of the stylesheet below `/pages`, without extension. */
  readonly style: string;
  /** Name of the script below `/pages`, without extension; null if the page only shows. */
  readonly script: string | null;
}

const layout = template<Required<Page>>(`<!doctype html>
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
    <header>{% if headerUrl %}<a href="{{ headerUrl }}">{{ header }}</a>{% else %}{{ header }}{% endif %}</header>
    <main>
      {%- if image %}
      <img class="logo" src="{{ image.url }}" alt="{{ image.alt }}" width="{{ image.width }}" height="{{ image.height }}" />
      {%- endif %}
      <h1 dir="auto">{{ heading }}</h1>
      {{ main | raw }}
    </main>
  </body>
</html>
`);

/** The origin of a URL as a source of the policy; null if its host has other characters, which could add directives. */
function sourceOf(url: string): string | null {
  const { origin, hostname } = URL.canParse(url) ? new URL(url) : { origin: '', hostname: '' };
  return /^[\w.-]+$/.test(hostname) ? origin : null;
}

/**
 * Renders a page.
 *
 * @param origin the service; images of another origin extend the policy of the page that shows one
 */
export function page(
  { image: wanted = null, headerUrl = null, ...values }: Page,
  origin = '',
): RowReply & { readonly body: string } {
  const image = wanted && (wanted.url.startsWith(`${origin}/`) || sourceOf(wanted.url) !== null) ? wanted : null;
  const source = image && sourceOf(image.url);
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(source === null || source === origin ? [] : [source]),
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
    body: layout({ image, headerUrl, ...values }),
  };
}

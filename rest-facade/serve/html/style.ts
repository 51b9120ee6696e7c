import { createHash } from 'node:crypto';

/** Style sheet of every page: responsive, with light and dark colour schemes. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f3f4f6; --sheet: #fff; --line: #dfe2e8; --text: #1d2026; --faint: #5b616d; --accent: #0f766e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #16181d; --sheet: #1f2228; --line: #343842; --text: #e6e7ea; --faint: #a4aab6; --accent: #5fd0c3;
  }
}
* { box-sizing: border-box; }
body {
  max-width: 60rem; margin: 0 auto; padding: 1.25rem 1rem 3rem;
  background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--accent); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; color: var(--faint); }
header > a { display: flex; align-items: center; gap: 0.5rem; color: var(--text); font-weight: 600; text-decoration: none; }
header svg { width: 1.5rem; height: 1.5rem; }
nav ol, nav ul { display: flex; flex-wrap: wrap; margin: 0; padding: 0; list-style: none; }
nav li + li::before { padding: 0 0.45em; color: var(--faint); content: '/' / ''; }
h1 { margin: 1.75rem 0 0.25rem; font-size: clamp(1.5rem, 5vw, 2rem); line-height: 1.2; }
h2 { margin: 0 0 0.5rem; font-size: 1.15rem; line-height: 1.3; }
code { color: var(--faint); font: 0.875rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
.ways { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1rem 0 1.5rem; padding: 0; list-style: none; }
.ways a, .pages a {
  display: inline-block; padding: 0.35rem 0.8rem; border: 1px solid var(--line); border-radius: 999px;
  background: var(--sheet); font-size: 0.9rem; text-decoration: none;
}
.ways a:hover, .pages a:hover { border-color: var(--accent); }
.pages { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; margin: 1rem 0; color: var(--faint); }
.sheet {
  margin: 0 0 1rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet);
}
dl { margin: 0; }
dl > div { padding: 0.35rem 0; border-top: 1px solid var(--line); }
dl > div:first-child { border-top: 0; }
dt { color: var(--faint); font-size: 0.875rem; }
dd { margin: 0; min-width: 0; }
.sheet ul, .sheet ol { margin: 0; padding-left: 1.3rem; }
dd dl { padding-left: 0.9rem; border-left: 2px solid var(--line); }
.sheet img { display: block; max-width: min(100%, 14rem); height: auto; margin: 0.35rem 0; border-radius: 8px; }
.text { display: block; white-space: pre-wrap; }
.literal { font-variant-numeric: tabular-nums; }
.faint { color: var(--faint); font-style: italic; }
summary { color: var(--faint); cursor: pointer; }
.status { margin: 1.75rem 0 0; color: var(--faint); }
.status + h1 { margin-top: 0; }
@media (min-width: 40rem) {
  dl > div { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 1rem; }
  dt { padding-top: 0.1rem; }
  dd dl > div { grid-template-columns: 8rem minmax(0, 1fr); }
}
@media print {
  body { max-width: none; background: none; }
  .ways, .pages { display: none; }
}
`;

const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Forbids scripts, form submission and framing; allows only the style sheet above, the icon, and images of records. */
const contentSecurityPolicy = (images: ReadonlySet<string>): string =>
  [
    "default-src 'none'",
    `style-src ${styleSource}`,
    `img-src ${['data:', ...images].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Headers of a page. No CORS: scripts of other origins may read JSON only (contract §1.3).
 *
 * @param images origins of the images that the page shows
 */
export const pageHeaders = (images: ReadonlySet<string>) => ({
  'Content-Type': 'text/html; charset=utf8',
  'Content-Security-Policy': contentSecurityPolicy(images),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
});

/**
 * The frame of the server-made pages (sign-in, sign-out, errors of the identity provider) in the
 * product's look: no script, one style element allowed by its hash, light and dark by the system's
 * preference. Every value is escaped.
 */
import { createHash } from 'node:crypto';
import { defaultLanguage, type Language } from '@interlude/contract';
import { escapeHtml } from '../../http/escape-html.ts';

/** The palette of the console (apps/console/src/ui/tokens.css), without its font files. */
const style = `
:root{color-scheme:light dark;--canvas:#fafafb;--surface:#fff;--line:#e9eaed;--line-strong:#dcdde2;--text:#1b1d22;--dimmed:#5f6470;--accent:#4257d6;--accent-hover:#3647b4;--accent-text:#3647b4;--focus:#566de8;--bad:#c2281f;--bad-soft:#fdf1f0}
@media (prefers-color-scheme:dark){:root{--canvas:#0b0c0e;--surface:#121316;--line:#222429;--line-strong:#2a2c32;--text:#e6e8ec;--dimmed:#989eab;--accent-text:#93a3fb;--bad:#ff7b72;--bad-soft:#2a1716}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--canvas);color:var(--text);font:13px/20px "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;letter-spacing:-.006em}
header{display:flex;align-items:center;gap:10px;height:56px;padding:0 28px;border-bottom:1px solid var(--line);font-size:15px;font-weight:600}
header svg{width:26px;height:26px}
main{width:100%;max-width:408px;margin:0 auto;padding:72px 24px 24px}
h1{margin:0 0 24px;font-size:22px;line-height:28px;letter-spacing:-.02em}
label,.row{display:flex;justify-content:space-between;margin:16px 0 6px}
label{font-weight:500}
.row label{margin:0}
input{width:100%;height:38px;padding:0 12px;font:inherit;font-size:14px;color:inherit;background:var(--surface);border:1px solid var(--line-strong);border-radius:6px}
button{width:100%;height:38px;margin-top:18px;font:inherit;font-weight:600;color:#fff;background:var(--accent);border:1px solid transparent;border-radius:6px;cursor:pointer}
button:hover{background:var(--accent-hover)}
button.quiet{margin-top:10px;color:var(--text);background:transparent;border-color:var(--line-strong)}
:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
.error{margin:0 0 16px;padding:10px 12px;border-radius:6px;background:var(--bad-soft);color:var(--bad)}
.links{margin:20px 0 0;color:var(--dimmed)}
a{color:var(--accent-text)}
`;

const mark =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#4257d6"/><path d="M6 12h7v8H6zM19 12h7v8h-7z" fill="#fff"/><path d="M14 7h4v18h-4z" fill="#f0a56c"/></svg>';

/** The hash of the style in the content security policy. */
export const pageStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** A page of the platform. `body` is HTML whose values are already escaped. */
export function renderPage(options: {
  productName: string;
  /** Language of the texts; default English. */
  language?: Language;
  title: string;
  heading: string;
  body: string;
}): string {
  const { productName, language = defaultLanguage, title, heading, body } = options;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<header>${mark}${escapeHtml(productName)}</header>
<main>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
</body>
</html>
`;
}

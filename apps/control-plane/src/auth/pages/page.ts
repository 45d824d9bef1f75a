/**
 * The frame of the server-made pages (sign-in, sign-out, errors of the identity provider) in the
 * product's look: no script, one style element allowed by its hash, light and dark by the system's
 * preference. Every value is escaped.
 */
import { createHash } from 'node:crypto';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

const style = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--line:#d5d9e0;--text:#1b1f27;--muted:#5b6472;--accent:#2f5bd7;--accent-text:#fff;--bad:#b42318;--bad-page:#fef3f2}
@media (prefers-color-scheme:dark){:root{--page:#10131a;--card:#181c25;--line:#343b49;--text:#eceff5;--muted:#a3adbd;--accent:#8aa9ff;--accent-text:#0d1320;--bad:#ff9d93;--bad-page:#2c1917}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:420px;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:32px}
.product{margin:0 0 4px;color:var(--muted);font-size:14px}
h1{margin:0 0 24px;font-size:24px;line-height:1.25}
label{display:block;margin:16px 0 4px;font-size:14px;font-weight:600}
input{width:100%;padding:10px 12px;font:inherit;color:inherit;background:var(--page);border:1px solid var(--line);border-radius:8px}
button{width:100%;margin-top:24px;padding:11px 16px;font:inherit;font-weight:600;color:var(--accent-text);background:var(--accent);border:0;border-radius:8px;cursor:pointer}
button.quiet{margin-top:12px;color:var(--text);background:transparent;border:1px solid var(--line)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.error{margin:0 0 16px;padding:12px;border-radius:8px;background:var(--bad-page);color:var(--bad)}
.links{margin:24px 0 0;font-size:14px}
.links a{color:var(--accent)}
`;

/** The hash that pages' policies allow. */
export const pageStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** `body` is HTML whose values are escaped already. */
export function renderPage(options: {
  productName: string;
  title: string;
  heading: string;
  body: string;
}): string {
  const { productName, title, heading, body } = options;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<p class="product">${escapeHtml(productName)}</p>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
</body>
</html>
`;
}

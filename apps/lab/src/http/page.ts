/** The frame of the lab's pages. Plain HTML, one style sheet, light and dark by the reader's setting. */
import { escapeText } from './escape.ts';

export interface PageParts {
  readonly title: string;
  /** Path of the navigation's current entry. */
  readonly active: string;
  /** HTML, escaped by the caller. */
  readonly body: string;
  /** Seconds between two looks for news. */
  readonly refreshSeconds?: number | undefined;
}

const entries = [
  ['/', 'Overview'],
  ['/beacons', 'Beacons'],
  ['/faults', 'Faults'],
] as const;

/** Three bars, the middle one put in between: the mark of Interlude. */
const mark = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#4257d6"/><rect x="8" y="9.6" width="4" height="12.8" rx="2" fill="#fff"/><rect x="14" y="6.4" width="4" height="19.2" rx="2" fill="#e08a4f"/><rect x="20" y="9.6" width="4" height="12.8" rx="2" fill="#fff"/></svg>`;

export function writePage(parts: PageParts): string {
  const title = escapeText(parts.title);
  const links = entries.map(([path, name]) => {
    const current = path === parts.active ? ' aria-current="page"' : '';
    return `<a href="${path}"${current}>${name}</a>`;
  });
  const refresh =
    parts.refreshSeconds === undefined ? '' : ` data-refresh-seconds="${parts.refreshSeconds}"`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Interlude Lab</title>
<link rel="icon" href="/lab.svg" type="image/svg+xml">
<link rel="stylesheet" href="/lab.css">
<script src="/lab.js" defer></script>
</head>
<body${refresh}>
<header>
<a class="brand" href="/">${mark}<span>Interlude</span><span class="sub">Lab</span></a>
<nav aria-label="Lab">${links.join('')}</nav>
</header>
<main>
<h1>${title}</h1>
${parts.body}
</main>
</body>
</html>
`;
}

export const labIcon = mark.replace('<svg class="mark"', '<svg xmlns="http://www.w3.org/2000/svg"');

/** `/` lists the lab's functions; `/status` is the same for programs; stills, style sheet, icon. */
import { addressRows, knobSections } from './address-list.ts';
import type { FaultSwitches } from './fault-switches.ts';
import { escapeText } from './http/escape.ts';
import { labCss } from './http/lab-css.ts';
import { answer, type Handler, json, type LabAnswer, page } from './http/lab-request.ts';
import { labScript } from './http/lab-script.ts';
import { labIcon, writePage } from './http/page.ts';
import { labMedia } from './media/catalogue.ts';
import type { LibraryStatus, MediaLibrary, MediaStatus } from './media/media-library.ts';
import { previewPng } from './media/preview.ts';

const ASSET_AGE_SECONDS = 300;
const REFRESH_SECONDS = 2;

export interface OverviewDeps {
  readonly library: MediaLibrary;
  readonly faults: FaultSwitches;
  readonly baseUrl: () => string;
}

export function createOverviewRoutes(deps: OverviewDeps): Handler {
  const stills = new Map<string, Buffer>();
  const fixed: Readonly<Record<string, () => LabAnswer>> = {
    '': () => page(overviewPage(deps)),
    status: () => json(deps.library.status()),
    'lab.css': () => answer('css', labCss, ASSET_AGE_SECONDS),
    'lab.js': () => answer('js', labScript, ASSET_AGE_SECONDS),
    'lab.svg': icon,
    'favicon.ico': icon,
  };
  return (request) => {
    if (request.method !== 'GET') return undefined;
    const path = request.parts.join('/');
    if (Object.hasOwn(fixed, path)) return fixed[path]?.();
    const media = labMedia.find((each) => path === `preview/${each.id}.png`);
    if (media === undefined) return undefined;
    const still = stills.get(media.id) ?? previewPng(media);
    stills.set(media.id, still);
    return answer('png', still, ASSET_AGE_SECONDS);
  };
}

const icon = (): LabAnswer => ({
  ...answer('text', labIcon, ASSET_AGE_SECONDS),
  type: 'image/svg+xml',
});

function overviewPage(deps: OverviewDeps): string {
  const status = deps.library.status();
  const isBusy = status.state === 'preparing';
  const body = `<p class="lead">A test environment: a live channel with ad breaks, an ad server, and a beacon recorder. It listens on this machine only.</p>
${statusBlock(status)}
<h2>Addresses</h2>
<ul class="card rows">${addressRows(deps.baseUrl())}</ul>
<h2>What you will see</h2>
<div class="stills">${status.media.map(stillFigure).join('\n')}</div>
${knobSections}`;
  return writePage({
    title: 'Overview',
    active: '/',
    body,
    refreshSeconds: isBusy ? REFRESH_SECONDS : undefined,
  });
}

function statusBlock(status: LibraryStatus): string {
  const tone = { ready: 'ok', preparing: 'dim', failed: 'bad' }[status.state];
  const bar =
    status.state === 'preparing'
      ? `<progress max="100" value="${status.percent}" aria-label="Media made"></progress>`
      : '';
  return `<div class="bar"><span class="${tone}" role="status">${escapeText(status.message)}</span></div>${bar}`;
}

function stillFigure(media: MediaStatus): string {
  const states = {
    ready: '<span class="dim">ready</span>',
    waiting: '<span class="dim">waiting</span>',
    encoding: `<span class="num">${media.percent} %</span>`,
    failed: '<span class="bad">failed</span>',
  };
  const title = escapeText(media.title);
  return `<figure><img src="/preview/${media.id}.png" alt="Still of ${title}" width="480" height="270"><figcaption><span>${title}</span>${states[media.state]}</figcaption></figure>`;
}

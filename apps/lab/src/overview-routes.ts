/** `/` tells a newcomer what is here; `/status` the same for programs; stills, style sheet, icon. */
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
  const body = `<p class="lead">A world to play against: a live channel with ad breaks, an ad server, and a recorder for the beacons that come back. It listens on this machine only.</p>
${statusBlock(status)}
<h2>Addresses</h2>
<ul class="card rows">${addressRows(deps.baseUrl()).join('\n')}</ul>
<h2>What you will see</h2>
<div class="stills">${status.media.map(stillFigure).join('\n')}</div>
<h2>Turn the knobs</h2>
<ul class="card rows wide">${knobRows.join('\n')}</ul>`;
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

function row(name: string, address: string, note = ''): string {
  const extra = note === '' ? '' : `<span class="note">${note}</span>`;
  return `<li><span>${name}</span><code>${escapeText(address)}</code>${extra}</li>`;
}

function addressRows(base: string): string[] {
  return [
    row(
      'Live channel, CMAF',
      `${base}/live/cmaf/cue/master.m3u8`,
      'A break of 15.36 s every 57.6 s, marked by EXT-X-CUE-OUT and EXT-X-CUE-IN.',
    ),
    row(
      'Live channel, TS',
      `${base}/live/ts/cue/master.m3u8`,
      'The same with a discontinuity at each turn of its loop.',
    ),
    row(
      'Breaks by date range',
      `${base}/live/cmaf/daterange/master.m3u8`,
      'EXT-X-DATERANGE with SCTE-35 inside.',
    ),
    row(
      'Ad server',
      `${base}/ads/vast?duration=15.36`,
      'VAST 4.2; fills what <code>duration</code> asks for.',
    ),
    row('Ad server behind wrappers', `${base}/ads/vast?duration=15.36&wrapper=2`),
    row('Slate', `${base}/slate/cmaf/master.m3u8`, 'And <code>/slate/ts/master.m3u8</code>.'),
    row(
      'Beacons that arrived',
      `${base}/beacons`,
      '<a href="/beacons">Open the page</a>, or <code>/beacons.json</code>.',
    ),
  ];
}

const knobRows = [
  ['/live/…?win=60', 'window of 60 segments, up to 6 hours'],
  [
    '/live/…?break=30.72&every=76.8',
    'other break length and distance, in whole segments of 3.84 s',
  ],
  [
    '/live/…?return=early',
    'the break ends at half of what was announced; <code>none</code>: nothing tells its end',
  ],
  ['/live/…?at=2026-06-01T12:00:00Z', 'answers as if it were that moment, again and again'],
  ['/live/ts/…?aes=1', 'AES-128'],
  ['/ads/vast?maxads=2&version=3', 'at most two ads, VAST 3.0 (2, 3 or 4)'],
  [
    '/ads/vast?ads=a,e&container=cmaf',
    'only these creatives, only these media files (cmaf, ts, mp4)',
  ],
  ['/beacon/…?lie=5xx', 'the recorder answers 503; or <code>timeout</code>, <code>slow</code>'],
].map(
  ([address = '', text = '']) => `<li><code>${escapeText(address)}</code><span>${text}</span></li>`,
);

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

/** Every address of the lab and every knob on it, for the overview page. */
import { dashForms, eventForms } from './dash-origin/dash-options.ts';
import { escapeText } from './http/escape.ts';
import { dialects } from './live-origin/break-marks.ts';

/** Name, address, note (HTML). */
type Row = readonly [string, string, string?];

const addresses: readonly Row[] = [
  [
    'Live HLS, CMAF',
    '/live/cmaf/cue/master.m3u8',
    'A break of 15.36 s every 57.6 s, marked by EXT-X-CUE-OUT and EXT-X-CUE-IN.',
  ],
  [
    'Live HLS, TS',
    '/live/ts/cue/master.m3u8',
    'With a discontinuity at each repetition of its loop.',
  ],
  [
    'Live HLS, date ranges',
    '/live/cmaf/daterange/master.m3u8',
    'EXT-X-DATERANGE with SCTE-35 inside.',
  ],
  [
    'Live HLS, AES-128',
    '/live/ts-aes/cue/master.m3u8',
    'And <code>cmaf-aes</code>; a new key every 19.2 s. <code>ts-sample-aes</code>: SAMPLE-AES.',
  ],
  [
    'Live HLS, byte ranges',
    '/live/cmaf-range/cue/master.m3u8',
    'And <code>ts-range</code>; five segments to a file.',
  ],
  [
    'Live DASH',
    '/dash/timeline/manifest.mpd',
    `Forms: ${dashForms.map((form) => `<code>${form}</code>`).join(', ')}. SCTE-35 in an EventStream; <code>/time</code> is its clock.`,
  ],
  [
    'On demand, HLS',
    '/vod/hls/master.m3u8',
    '230.4 s; <code>hls-ts</code>, <code>hls-aes</code>, <code>hls-range</code>; breaks by query.',
  ],
  [
    'On demand, DASH',
    '/vod/dash/manifest.mpd',
    'The same asset; <code>form</code> as in live DASH.',
  ],
  ['MRSS feed', '/mrss', 'The asset with cue points.'],
  ['Ad server', '/ads/vast?duration=15.36', 'VAST 4.2; fills <code>duration</code>.'],
  ['Ad server behind wrappers', '/ads/vast?duration=15.36&wrapper=2'],
  [
    'Ad server, new creatives',
    '/ads/vast?duration=15.36&fresh=first',
    'MP4 files under ids that nobody has seen; another name, other creatives.',
  ],
  ['VMAP', '/ads/vmap', 'Breaks of the asset on demand, each with its ad tag.'],
  [
    'Creatives',
    '/ads/creatives/ad-b-15/cmaf/master.m3u8',
    'And <code>ts/master.m3u8</code>, <code>dash/manifest.mpd</code>, <code>media.mp4</code>.',
  ],
  [
    'Slate',
    '/slate/cmaf/master.m3u8',
    'And <code>/slate/ts/master.m3u8</code>, <code>/slate/dash/manifest.mpd</code>.',
  ],
  [
    'Beacons that arrived',
    '/beacons',
    '<a href="/beacons">Open the page</a>, or <code>/beacons.json</code>.',
  ],
  ['Faults', '/faults', '<a href="/faults">Switch them</a>, or <code>/faults.json</code>.'],
];

/** Query parameters by kind of address. */
const knobs: Readonly<Record<string, readonly Row[]>> = {
  'Live HLS and DASH': [
    ['win=60', 'window of 60 segments, up to 6 hours'],
    ['break=30.72&every=76.8', 'other break length and distance, in whole segments of 3.84 s'],
    [
      'return=early',
      'ends at half of what was announced; <code>late</code>: after half as much again; <code>none</code>: its end is not signalled',
    ],
    ['at=2026-06-01T12:00:00Z', 'answers as if it were that moment, again and again'],
    [
      'fault=5xx',
      'or <code>404</code>, <code>slow</code>, <code>stale</code>, <code>html</code>, <code>empty</code>; HLS also <code>ceil</code>',
    ],
  ],
  'HLS only': [
    [
      'marks=enhanced',
      `how breaks are written, as the folder of the address: ${dialects.join(', ')}. cue-cont: as if joined in the middle`,
    ],
    [
      'aes=1&iv=explicit&rotate=5',
      'AES-128; the IV in the tag or implicit; segments under one key, 0 = one for ever',
    ],
    ['subtitles=on', 'WebVTT segments'],
    ['iframes=on', 'I-frame playlists'],
    ['lowlatency=on', 'CMAF in parts of 0.96 s, with blocking reload'],
    ['define=on', 'addresses by EXT-X-DEFINE'],
    ['gaps=on', 'every seventh segment is a EXT-X-GAP'],
    ['restart=57.6', 'the packager restarts from media sequence 0 every 57.6 s'],
  ],
  'DASH only': [
    [`events=${eventForms[0]}`, `or ${eventForms.slice(1).join(', ')}: how SCTE-35 is written`],
    [
      'lead=2',
      'segments before its start at which a break is announced; 0: with its first segment',
    ],
  ],
  'On demand and MRSS': [
    ['length=115.2', 'another length, in whole segments'],
    ['marks=cue (HLS), events=xmlbin (DASH)', 'marks the breaks to be replaced'],
    ['insert=on', 'breaks as points without length, to be inserted at'],
    [
      '/mrss?cuepoints=0,57600,-1&maxcount=2&duration=30',
      'cue points in ms: 0 before, -1 after; with their durations and ad counts',
    ],
    ['/mrss?intro=on&outro=on', 'clips around the asset; <code>fault</code> as in the ad server'],
  ],
  'Ad server': [
    ['maxads=2&version=3', 'at most two ads, VAST 3.0 (2, 3 or 4)'],
    [
      'ads=a,e&container=dash',
      'only these creatives, only these media files (cmaf, ts, dash, mp4, mov)',
    ],
    ['fresh=monday', 'creatives that nobody has seen, as MP4: they have to be conditioned'],
    ['fault=slow&delay=2500', 'one of <a href="/faults">the faults</a>, for this request'],
    ['rotation=3', 'which of the pods that fit; without it the break’s number decides'],
    [
      '/ads/vmap?offsets=start,00:00:57.600,50%25,%232,end',
      'where breaks are; <code>inline=on</code>: VAST inside; <code>repeat=00:00:30</code>',
    ],
  ],
  Recorder: [
    [
      '/beacon/…?lie=5xx&share=0.1',
      'one in ten is answered 503; or <code>timeout</code>, <code>slow</code>',
    ],
    [
      '/beacons.json?accepted=1&sid=…',
      'what was answered as arrived; also <code>bid</code>, <code>ad</code>, <code>event</code>, <code>after</code>, <code>limit</code>',
    ],
  ],
};

function addressRow([name, address, note]: Row, base: string): string {
  const extra = note === undefined ? '' : `<span class="note">${note}</span>`;
  return `<li><span>${name}</span><code>${escapeText(base + address)}</code>${extra}</li>`;
}

export const addressRows = (base: string) =>
  addresses.map((row) => addressRow(row, base)).join('\n');

export const knobSections = Object.entries(knobs)
  .map(([title, rows]) => {
    const items = rows.map(
      ([text, note]) => `<li><code>${escapeText(text)}</code><span>${note}</span></li>`,
    );
    return `<h2>Knobs: ${title}</h2>\n<ul class="card rows wide">${items.join('\n')}</ul>`;
  })
  .join('\n');

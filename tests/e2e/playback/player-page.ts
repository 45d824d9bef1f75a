/**
 * A bare page with one player on a manifest, for watching how it plays. Every 100 ms it looks at the
 * playhead and reads the mark in the lab's frames, which identifies content, the ad, or slate. A
 * playhead that stands still while it should play is a stall.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { FrameRun } from './frame-runs.ts';
import { markStrip } from './mark-strip.ts';

export type PlayerName = 'shaka' | 'hls.js' | 'dash.js';

export interface PlaybackReport {
  readonly playedSeconds: number;
  /** Seconds since playback began; equal to `playedSeconds` if the playhead never stood still. */
  readonly watchedSeconds: number;
  readonly longestStallMs: number;
  /** Each with the player's state and the requests under way at that time. */
  readonly stalls: readonly { atSeconds: number; forMs: number }[];
  readonly errors: readonly string[];
  readonly runs: readonly FrameRun[];
  /** Milliseconds from the page's first sample to the first moving frame; undefined before. */
  readonly startedAfterMs: number | undefined;
  readonly droppedFrames: number;
  readonly totalFrames: number;
}

export interface SeekReport {
  /** Milliseconds until it plays again. */
  readonly resumedAfterMs: number;
  /** Seconds from the requested position to the first at which it was seen playing. */
  readonly pastSeconds: number;
}

/** Settings that a test changes, in the player's own format. */
export interface PlayerSetup {
  readonly config?: Readonly<Record<string, unknown>>;
  /** Common Media Client Data: what the player reports of its playback (CTA-5004). */
  readonly cmcd?: Readonly<Record<string, unknown>>;
}

declare global {
  interface Window {
    report: PlaybackReport;
    seekBy: (seconds: number) => Promise<SeekReport>;
    seekTo: (seconds: number) => Promise<SeekReport>;
  }
}

const require = createRequire(import.meta.url);
const scripts: Record<PlayerName, string> = {
  shaka: require.resolve('shaka-player/dist/shaka-player.compiled-es2021.js'),
  'hls.js': require.resolve('hls.js/dist/hls.min.js'),
  // The package exports no build for browsers.
  'dash.js': fileURLToPath(
    new URL('../../../node_modules/dashjs/dist/modern/umd/dash.all.min.js', import.meta.url),
  ),
};
const start: Record<PlayerName, string> = {
  // Without prefetch: shaka 5.2 requests an aborted init segment again for ever (its issue 10569).
  shaka: `
    shaka.polyfill.installAll();
    const player = new shaka.Player();
    player.configure('streaming.segmentPrefetchLimit', 0);
    player.configure(setup.config ?? {});
    if (setup.cmcd) player.configure({ cmcd: setup.cmcd });
    player.addEventListener('error', (event) => report.errors.push('shaka ' + (event.detail.code ?? event.detail.stack) + ' ' + (event.detail.data || []).join(' ').slice(0, 200)));
    player.attach(video).then(() => player.load(source)).catch((error) => report.errors.push('load ' + (error.code || error)));`,
  // A stall before the start is the wait for media; 'aborted' is a request that hls.js cancels in favour of a better
  // one.
  'hls.js': `
    const isOfPlayer = (details) => details === 'aborted' || (!started && details === 'bufferStalledError');
    const player = new Hls({ liveSyncDurationCount: 3, ...setup.config, ...(setup.cmcd && { cmcd: setup.cmcd }) });
    player.on(Hls.Events.ERROR, (_name, data) => !isOfPlayer(data.details) && report.errors.push([data.fatal ? 'fatal' : '', data.details, data.frag?.type, data.frag?.sn, data.frag?.cc, data.frag?.relurl?.slice(0, 40)].join(' ').trim()));
    player.loadSource(source);
    player.attachMedia(video);`,
  'dash.js': `
    const player = dashjs.MediaPlayer().create();
    player.updateSettings(setup.config ?? {});
    if (setup.cmcd) player.updateSettings({ streaming: { cmcd: setup.cmcd } });
    player.on(dashjs.MediaPlayer.events.ERROR, ({ error }) => report.errors.push('dash.js ' + (error.code ?? error) + ' ' + (error.message ?? '')));
    player.initialize(video, source, true);`,
};

/** Runs before the player's script, which may keep references to the functions that this replaces. */
const requestLog = `
const underWay = new Map();
const noteRequest = (url) => {
  const key = Symbol();
  underWay.set(key, { url: String(url), since: performance.now() });
  return () => underWay.delete(key);
};
const requestsUnderWay = (now) => [...underWay.values()].map(({ url, since }) => Math.round(now - since) + ' ms ' + url.slice(-60));
const { fetch: plainFetch } = window;
window.fetch = (...args) => plainFetch(...args).finally(noteRequest(args[0].url ?? args[0]));
const { open: plainOpen, send: plainSend } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (method, url, ...rest) {
  this.noted = url;
  return plainOpen.call(this, method, url, ...rest);
};
XMLHttpRequest.prototype.send = function (body) {
  this.addEventListener('loadend', noteRequest(this.noted));
  return plainSend.call(this, body);
};`;

const watch = `
const STRIP = ${JSON.stringify(markStrip)};
const canvas = document.createElement('canvas');
canvas.width = STRIP.width; canvas.height = 1;
const context = canvas.getContext('2d', { willReadFrequently: true });
function readMark() {
  const { x, y, width, height } = STRIP.box;
  const { videoWidth: w, videoHeight: h } = video;
  context.drawImage(video, x * w, y * h, width * w, height * h, 0, 0, STRIP.width, 1);
  const row = context.getImageData(0, 0, STRIP.width, 1).data;
  const bits = STRIP.points.map((at) => (row[at * 4 + 1] > 127 ? 1 : 0));
  const body = bits.slice(2, 22).reduce((sum, bit) => (sum << 1) | bit, 0);
  const label = body >> 16, frame = (body >> 4) & 0xfff;
  const check = (label ^ (frame >> 8) ^ ((frame >> 4) & 15) ^ (frame & 15) ^ 10) & 15;
  const framed = bits[0] === 1 && bits[1] === 0 && bits[22] === 0 && bits[23] === 1;
  return framed && (body & 15) === check ? { label, frame } : undefined;
}
let last, movedFrom, started = false, behindMs = 0, isSeeking = false;
const openedAt = performance.now();
function lookAtPlayhead(now) {
  const at = video.currentTime;
  if (!started) {
    const isMoving = !video.paused && video.readyState > 2 && at > 0.5 && last !== undefined && at > last.at;
    if (isMoving) report.startedAfterMs ??= now - openedAt;
    // A player that joined at the end of a segment waits for its second one: that is starting, not stalling. One with
    // a small buffer may never be seen with two seconds ahead: it has begun when it has played for longer than a segment.
    const ahead = video.buffered.length ? video.buffered.end(video.buffered.length - 1) - at : 0;
    if (isMoving) movedFrom ??= at;
    started = isMoving && (ahead > 2 || at > movedFrom + 4);
  } else if (!isSeeking && !video.ended) {
    const movedSeconds = Math.max(0, at - last.at);
    report.watchedSeconds += (now - last.now) / 1000;
    report.playedSeconds += Math.min(2, movedSeconds);
    behindMs = movedSeconds > 0.01 ? 0 : behindMs + now - last.now;
    report.longestStallMs = Math.max(report.longestStallMs, behindMs);
    if (behindMs > 500 && !(report.stalls.at(-1)?.atSeconds === at)) report.stalls.push({ atSeconds: at, forMs: 0, after: report.runs.at(-1), ranges: Array.from({ length: video.buffered.length }, (_, i) => [video.buffered.start(i), video.buffered.end(i)]), state: video.readyState, waitsFor: requestsUnderWay(now) });
    if (behindMs > 500) report.stalls.at(-1).forMs = Math.round(behindMs);
  }
  last = { at, now };
}
let isNewRun = false;
function lookAtPicture() {
  // On its way to another place a player may show the start of a Period for a moment.
  const mark = video.readyState > 1 && !video.seeking && !isSeeking ? readMark() : undefined;
  if (mark === undefined) return;
  const run = report.runs.at(-1);
  const zeroAt = video.currentTime - mark.frame / 25;
  if (!isNewRun && run && run.label === mark.label && mark.frame >= run.lastFrame - 2) {
    if (mark.frame > run.lastFrame) Object.assign(run, { lastFrame: mark.frame, zeroAt });
  } else report.runs.push({ label: mark.label, firstFrame: mark.frame, lastFrame: mark.frame, zeroAt });
  isNewRun = false;
}
setInterval(() => { lookAtPlayhead(performance.now()); lookAtPicture(); }, 100);
window.seekTo = async (place) => {
  const from = performance.now();
  isSeeking = true; isNewRun = true;
  video.currentTime = place;
  const isPlaying = () => !video.seeking && video.readyState > 2 && video.currentTime > place + 0.2;
  while (!isPlaying() && performance.now() - from < 20000) await new Promise((resolve) => setTimeout(resolve, 50));
  isSeeking = false; behindMs = 0;
  last = { at: video.currentTime, now: performance.now() };
  return { resumedAfterMs: last.now - from, pastSeconds: last.at - place };
};
window.seekBy = (seconds) => window.seekTo(video.currentTime + seconds);`;

function html(player: PlayerName, source: string, setup: PlayerSetup): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>${player}</title>
<video muted autoplay playsinline style="width:640px"></video>
<script>${requestLog}</script><script src="/player.js"></script>
<script>
const video = document.querySelector('video');
const report = window.report = { errors: [], stalls: [], longestStallMs: 0, playedSeconds: 0, watchedSeconds: 0, runs: [] };
const source = ${JSON.stringify(source)};
const setup = ${JSON.stringify(setup)};
${start[player]}
${watch}
</script>`;
}

export interface ServedPlayer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the page with the player on a free loopback port. */
export async function servePlayer(
  player: PlayerName,
  source: string,
  setup: PlayerSetup = {},
): Promise<ServedPlayer> {
  const script = await readFile(scripts[player]);
  const server = createServer((request, response) => {
    const isScript = request.url === '/player.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : html(player, source, setup));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A text, so that tests of the platform, which know no browser's types, can read it too. */
const readInPage = `(() => {
  const { droppedVideoFrames = 0, totalVideoFrames = 0 } = video.getVideoPlaybackQuality?.() ?? {};
  return { ...report, droppedFrames: droppedVideoFrames, totalFrames: totalVideoFrames };
})()`;

export const readReport = (page: Page): Promise<PlaybackReport> =>
  page.evaluate<PlaybackReport>(readInPage);

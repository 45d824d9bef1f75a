/**
 * The very first start with a real encoder: what is made, in which order, that a killed start is made good, and
 * that players decode it over the turn of the loop. The media are made once for all tests of this file.
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger, createMetrics, listen, systemClock } from '@interlude/runtime';
import { parseVast } from '@interlude/vast';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../tools/find-chromium.ts';
import { createLab, type Lab } from './app.ts';
import { EPOCH_MS, SEGMENT_MS } from './live-origin/live-clock.ts';
import { type FrameMark, frameMarkPoints, readFrameMark } from './media/frame-mark.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const LOOP_MS = 15 * SEGMENT_MS;

let folder = '';
let lab: Lab;
/** Added to the lab's clock, so that a test need not wait for the turn of the loop. */
let shiftMs = 0;

function startLab(): Lab {
  return createLab({
    config: { labPort: 0, dataFolder: folder, ffmpegPath: process.env['FFMPEG_PATH'] },
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics(),
    clock: { now: () => systemClock.now() + shiftMs },
  });
}

/** Makes the newest complete segment the one at `position` of the loop. */
function setEdge(position: number): void {
  const into = (systemClock.now() - EPOCH_MS) % LOOP_MS;
  shiftMs = (position + 1) * SEGMENT_MS - into + LOOP_MS;
}

async function startKilled(): Promise<void> {
  const script = join(folder, 'first-start.ts');
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  await writeFile(
    script,
    `import { prepareMedia } from ${url('./media/prepare-media.ts')};
await prepareMedia({ folder: ${JSON.stringify(join(folder, 'lab'))}, ffmpegPath: undefined }, (m) => process.send?.(m));`,
  );
  const child = fork(script, [], { execArgv: ['--conditions=@interlude/source'] });
  for (;;) {
    const [message] = await once(child, 'message');
    if (message.type === 'progress' && message.percent > 10) break;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-'));
}, 10_000);
afterAll(async () => {
  await lab?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('first start', () => {
  it('a start that was killed leaves half-made work, the next one makes it good', async () => {
    await startKilled();
    const left = await readdir(join(folder, 'lab'));
    expect(left.some((name) => name.endsWith('.partial'))).toBe(true);
    expect(left.some((name) => /^content-[0-9a-f]{12}$/.test(name))).toBe(false);

    lab = startLab();
    await lab.start();
    const busy = await fetch(`${lab.url}/live/cmaf/cue/master.m3u8`);
    expect(busy.status).toBe(503);
    expect(busy.headers.get('retry-after')).toBe('3');
    expect(await busy.json()).toMatchObject({ errorCode: 'MEDIA_NOT_READY' });
    await lab.whenPrepared();
    expect(lab.status()).toMatchObject({ state: 'ready', percent: 100, areAdsReady: true });
    const names = await readdir(join(folder, 'lab'));
    expect(names.filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(names).toHaveLength(7);
  });

  it('a second start serves at once and encodes nothing', async () => {
    await lab.stop();
    const before = await changesBelow(join(folder, 'lab'));
    lab = startLab();
    await lab.start();
    await lab.whenPrepared();
    expect(lab.status().state).toBe('ready');
    expect(await changesBelow(join(folder, 'lab'))).toEqual(before);
  });
});

/** Every file with the time of its last change. */
async function changesBelow(path: string): Promise<string[]> {
  const names = await readdir(path, { recursive: true });
  const changes = names.map(async (name) => `${name} ${(await stat(join(path, name))).mtimeMs}`);
  return (await Promise.all(changes)).toSorted();
}

/** What ffmpeg complains about while it decodes; empty when nothing. */
async function complaints(path: string, frames: number): Promise<string> {
  const { stderr } = await run('ffmpeg', [
    ...['-v', 'warning', '-live_start_index', '0', '-i', `${lab.url}${path}`],
    ...['-map', '0:v:2', '-map', '0:a:0', '-frames:v', String(frames), '-f', 'null', '-'],
  ]);
  return stderr;
}

function decodingTests(): void {
  it('CMAF runs over the turn of the loop without a word', async () => {
    setEdge(6);
    expect(await complaints('/live/cmaf/cue/master.m3u8?win=20', 19 * 96)).toBe('');
  });

  it.each([
    '/live/ts/cue/master.m3u8?win=6',
    '/live/ts/daterange/master.m3u8?win=6&aes=1',
    '/live/ts-aes/cue/master.m3u8?win=6&iv=explicit',
    '/live/cmaf-aes/cue/master.m3u8?win=6',
    '/live/ts-range/cue/master.m3u8?win=6',
    '/live/cmaf-range/cue/master.m3u8?win=6',
  ])('%s decodes without a word between two turns', async (path) => {
    setEdge(9);
    expect(await complaints(path, 5 * 96)).toBe('');
  });

  it.each([
    ['/vod/hls/master.m3u8?length=38.4&marks=cue', 960],
    ['/vod/hls-ts/master.m3u8?length=38.4', 960],
    ['/vod/hls-aes/master.m3u8?length=38.4', 960],
    ['/vod/dash/manifest.mpd?length=38.4&events=xmlbin', 960],
  ])('%s has every picture', async (path, pictures) => {
    const { stdout } = await run('ffprobe', [
      ...['-v', 'error', '-select_streams', 'v:2', '-count_packets'],
      ...['-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', lab.url + path],
    ]);
    expect(stdout.trim().split(/\s+/)[0]).toBe(String(pictures));
  });

  it('parts of a segment decode one after the other to the whole', async () => {
    const text = await (await fetch(`${lab.url}/live/cmaf/cue/v2.m3u8?lowlatency=on`)).text();
    const uris = [...text.matchAll(/PART:DURATION=0.96,URI="(.+?)"/g)].map((match) => match[1]);
    const start = uris.findIndex((uri) => uri?.endsWith('.p0.m4s'));
    const pieces = ['v2/init.mp4', ...uris.slice(start, start + 4)].map(async (uri) =>
      Buffer.from(await (await fetch(`${lab.url}/live/cmaf/cue/${uri}`)).arrayBuffer()),
    );
    const file = join(folder, 'parts.mp4');
    await writeFile(file, Buffer.concat(await Promise.all(pieces)));
    const { stdout, stderr } = await run('ffprobe', [
      ...['-v', 'warning', '-count_frames', '-show_entries', 'stream=nb_read_frames'],
      ...['-of', 'csv=p=0', file],
    ]);
    expect([stdout.trim(), stderr]).toEqual(['96', '']);
  });

  it.each(['ads/creatives/ad-a-10', 'slate'])('%s decodes as DASH', async (id) => {
    const { stderr } = await run('ffmpeg', [
      ...['-v', 'warning', '-i', `${lab.url}/${id}/dash/manifest.mpd`],
      ...['-map', '0:v', '-map', '0:a:0', '-f', 'null', '-'],
    ]);
    expect(stderr).toBe('');
  });

  // ffmpeg knows one period only; players have those of the breaks, in the end-to-end tests.
  it.each(['number', 'timeline', 'timeline-number'])('live DASH, %s, decodes', async (form) => {
    setEdge(6);
    const { stderr } = await run('ffmpeg', [
      ...['-v', 'error', '-i', `${lab.url}/dash/${form}/manifest.mpd`],
      ...['-map', '0:v:2', '-map', '0:a:0', '-t', '5', '-f', 'null', '-'],
    ]);
    expect(stderr).toBe('');
  });

  it('every creative and the slate decode in every container', async () => {
    for (const id of ['ads/creatives/ad-a-10', 'ads/creatives/ad-e-5', 'slate']) {
      for (const container of ['cmaf', 'ts']) {
        const { stderr } = await run('ffmpeg', [
          ...['-v', 'warning', '-i', `${lab.url}/${id}/${container}/master.m3u8`],
          ...['-map', '0:v', '-map', '0:a:0', '-f', 'null', '-'],
        ]);
        expect(stderr, `${id} ${container}`).toBe('');
      }
    }
  });
}

const hasFfmpeg = await run('ffmpeg', ['-version']).then(
  () => true,
  () => false,
);
if (hasFfmpeg) describe('decoding by ffmpeg', decodingTests);
else process.stderr.write('No ffmpeg here: decoding is tested in Chromium only.\n');

describe('ad server with media', () => {
  it.each(['2', '3', '4'])(
    'VAST %s fills the break and reads without a warning',
    async (version) => {
      const query = `duration=15.36&sid=s1&bid=b0&version=${version}`;
      const text = await (await fetch(`${lab.url}/ads/vast?${query}`)).text();
      const result = parseVast(text);
      if (result.kind !== 'ads') throw new Error('no ads');
      expect(result.warnings).toEqual([]);
      const inline = result.ads.flatMap((ad) => (ad.kind === 'inline' ? [ad] : []));
      const seconds = inline.map((ad) => ad.creatives[0]?.durationSeconds ?? 0);
      expect(seconds.reduce((sum, next) => sum + next, 0)).toBeCloseTo(15.36, 6);
      const [first] = inline;
      expect(first?.creatives[0]?.mediaFiles.map((file) => file.type)).toEqual([
        'video/mp4',
        'application/vnd.apple.mpegurl',
        'application/vnd.apple.mpegurl',
        'application/dash+xml',
      ]);
      expect(first?.impressions[0]).toMatch(/\/beacon\/impression\?sid=s1&bid=b0&ad=ad-a-10&pos=1/);
    },
  );

  it('every media file that it names is there, and the mp4 in ranges', async () => {
    const text = await (await fetch(`${lab.url}/ads/vast?duration=61.44`)).text();
    const urls = [...text.matchAll(/<MediaFile .*?CDATA\[(.+?)\]\]>/g)].map(
      (match) => match[1] ?? '',
    );
    expect(urls.length).toBeGreaterThan(5);
    for (const url of urls) expect((await fetch(url, { method: 'HEAD' })).status, url).toBe(200);
    const mp4 = urls.find((url) => url.endsWith('.mp4')) ?? '';
    const part = await fetch(mp4, { headers: { range: 'bytes=4-7' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('ftyp');
  });

  it('names media that are gone when told so', async () => {
    const text = await (await fetch(`${lab.url}/ads/vast?fault=missing-media`)).text();
    const url = /<MediaFile .*?CDATA\[(.+?)\]\]>/.exec(text)?.[1] ?? '';
    expect((await fetch(url)).status).toBe(404);
  });

  it('has creatives that nobody has seen: one film under many ids, whole, slow or broken', async () => {
    const ask = async (query: string) => {
      const text = await (await fetch(`${lab.url}/ads/vast?maxads=1&${query}`)).text();
      const result = parseVast(text);
      const [ad] = result.kind === 'ads' ? result.ads : [];
      const linear = ad?.kind === 'inline' ? ad.creatives[0] : undefined;
      const urls = linear?.mediaFiles.map(({ url }) => url) ?? [];
      return { id: linear?.universalAdIds[0]?.value, urls };
    };
    const found = [await ask('fresh=one'), await ask('fresh=two')];
    expect(found.map(({ id }) => id)).toEqual(['LAB-AD-B-15-ONE', 'LAB-AD-B-15-TWO']);
    expect(found.map(({ urls }) => urls.length)).toEqual([1, 1]);
    const bytes = async (url = '') => Buffer.from(await (await fetch(url)).arrayBuffer());
    const [one, two] = [await bytes(found[0]?.urls[0]), await bytes(found[1]?.urls[0])];
    expect(one.equals(two)).toBe(false);
    const mov = await bytes((await ask('fresh=one&container=mov')).urls[0]);
    expect(mov.toString('latin1', 4, 12)).toBe('ftypqt  ');
    const broken = await bytes((await ask('fresh=one&fault=broken-media')).urls[0]);
    expect(broken.length).toBeLessThan(one.length);
    const disguised = await bytes((await ask('fresh=one&fault=disguised-media')).urls[0]);
    expect(disguised.toString()).toContain('#EXTM3U');
    const wrapped = await fetch(`${lab.url}/ads/vast?fresh=one&wrapper=2`);
    expect(await wrapped.text()).toMatch(/VASTAdTagURI.*fresh=one/);
    expect((await fetch(`${lab.url}/ads/vast?fresh=../x`)).status).toBe(400);
  });
});

describe('live origin', () => {
  it('answers 404 for a segment that is not complete yet', async () => {
    const text = await (await fetch(`${lab.url}/live/cmaf/cue/v2.m3u8`)).text();
    const last = Number(/v2\/(\d+)\.m4s\n$/.exec(text)?.[1]);
    expect((await fetch(`${lab.url}/live/cmaf/cue/v2/${last}.m4s`)).status).toBe(200);
    expect((await fetch(`${lab.url}/live/cmaf/cue/v2/${last + 3}.m4s`)).status).toBe(404);
  });

  it('answers the same bytes for the same moment', async () => {
    const path = '/live/ts/cue/v1.m3u8?at=2026-06-01T12:00:00Z';
    const texts = await Promise.all([1, 2].map(async () => (await fetch(lab.url + path)).text()));
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('2026-06-01T11:59:48.480Z');
  });

  it.each([
    '/live/cmaf/cue/v0.m3u8?aes=1&iframes=on',
    '/live/ts/cue/v0.m3u8?lowlatency=on',
    '/live/ts-aes/cue/v0.m3u8?restart=57.6',
    '/live/cmaf/cue/v0.m3u8?subtitles=maybe',
    '/dash/timeline/manifest.mpd?marks=cue',
    '/vod/hls/v0.m3u8?lowlatency=on',
    '/live/cmaf/cue/v0.m3u8?break=10',
    '/live/cmaf/cue/v0.m3u8?break=15.36&every=15.36',
    '/live/cmaf/cue/v0.m3u8?at=yesterday',
    '/live/cmaf/cue/v0.m3u8?return=never',
  ])('%s is refused with a reason', async (path) => {
    const refused = await fetch(lab.url + path);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errorCode: 'REQUEST_INVALID' });
  });
});

const playerPage = `<!doctype html><video id="v" muted playsinline></video><canvas id="c"></canvas><script src="/hls.js"></script>
<script>
const video = document.getElementById('v'), context = document.getElementById('c').getContext('2d', { willReadFrequently: true });
window.report = { errors: [], waiting: 0 };
video.addEventListener('waiting', () => { window.report.waiting += 1; });
window.play = (url) => {
  const hls = new Hls({ liveSyncDurationCount: 3, startLevel: 2, capLevelToPlayerSize: false });
  hls.on(Hls.Events.ERROR, (_, data) => window.report.errors.push(data.details + (data.fatal ? ' fatal' : '')));
  hls.on(Hls.Events.MANIFEST_PARSED, () => video.play());
  hls.loadSource(url); hls.attachMedia(video);
};
window.luma = (points) => {
  const width = video.videoWidth, height = video.videoHeight;
  if (!width || video.readyState < 2) return undefined;
  context.canvas.width = width; context.canvas.height = height; context.drawImage(video, 0, 0);
  return points.map(([x, y]) => { const p = context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data; return Math.round(0.21 * p[0] + 0.72 * p[1] + 0.07 * p[2]); });
};
</script>`;

describe('playing with hls.js in Chromium', () => {
  let browser: Browser;
  let pageUrl = '';
  const server = createServer(async (request, response) => {
    const isScript = request.url === '/hls.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? await readFile(require.resolve('hls.js/dist/hls.js')) : playerPage);
  });
  beforeAll(async () => {
    const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'test' });
    pageUrl = `http://127.0.0.1:${port}/`;
    browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  it.each(['cmaf', 'ts'])(
    '%s plays over the turn of the loop, every frame in its place',
    async (container) => {
      setEdge(14); // three segments behind the edge: the turn is about 12 s away
      const page = await browser.newPage();
      await page.goto(pageUrl);
      const points = frameMarkPoints(1_000, 1_000).map(({ x, y }) => [x / 1_000, y / 1_000]);
      await page.evaluate(
        `play(${JSON.stringify(`${lab.url}/live/${container}/cue/master.m3u8`)})`,
      );
      const seen: FrameMark[] = [];
      const isOver = () =>
        seen.some((mark) => mark.frame > 1_300) &&
        (seen.at(-1)?.frame ?? 9_999) < 400 &&
        (seen.at(-1)?.frame ?? 0) > 100;
      const deadlineMs = performance.now() + 60_000;
      while (!isOver() && performance.now() < deadlineMs) {
        const luma = (await page.evaluate(`luma(${JSON.stringify(points)})`)) as
          | number[]
          | undefined;
        const mark = luma === undefined ? undefined : readFrameMark(luma);
        if (mark !== undefined) seen.push(mark);
        await page.waitForTimeout(120);
      }
      const report = (await page.evaluate('report')) as { errors: string[]; waiting: number };
      await page.close();
      expect(isOver(), `frames seen: ${seen.map((mark) => mark.frame).join(' ')}`).toBe(true);
      expect(new Set(seen.map((mark) => mark.label))).toEqual(new Set([0]));
      const steps = seen
        .slice(1)
        .map((mark, index) => (mark.frame - (seen[index]?.frame ?? 0) + 1_440) % 1_440);
      expect(Math.max(...steps)).toBeLessThan(75); // no jump of 3 s
      expect(report.errors.filter((error) => error.endsWith('fatal'))).toEqual([]);
      expect(report.waiting).toBeLessThanOrEqual(2);
    },
  );
});

/**
 * The first start with a real encoder: which media it encodes, in which order, that it completes the work of a killed
 * start, and that players decode the media across the end of the loop. The media are made once for all tests of this
 * file.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@interlude/runtime';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../tools/find-chromium.ts';
import type { Lab } from './app.ts';
import { type FrameMark, frameMarkPoints, readFrameMark } from './media/frame-mark.ts';
import {
  complaints,
  complaintsOfAll,
  hasFfmpeg,
  run,
  steeredLab,
} from './testing/steered-lab.suite.ts';

const require = createRequire(import.meta.url);

let dataFolder = '';
let steered: ReturnType<typeof steeredLab>;
let lab: Lab;
const setEdge = (position: number) => steered.setEdge(position);

async function startKilled(): Promise<void> {
  const script = join(dataFolder, 'first-start.ts');
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  await writeFile(
    script,
    `import { prepareMedia } from ${url('./media/prepare-media.ts')};
await prepareMedia({ folder: ${JSON.stringify(join(dataFolder, 'lab'))}, ffmpegPath: undefined }, (m) => process.send?.(m));`,
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
  dataFolder = await mkdtemp(join(tmpdir(), 'lab-'));
  steered = steeredLab({ dataFolder });
}, 10_000);
afterAll(async () => {
  await lab?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

/** All media are encoded, which takes both cores of a small machine; other tests run beside it. */
const ENCODING_MS = 300_000;

describe('first start', () => {
  it('a start that was killed leaves half-made work, the next one makes it good', {
    timeout: ENCODING_MS,
  }, async () => {
    await startKilled();
    const left = await readdir(join(dataFolder, 'lab'));
    expect(left.some((name) => name.endsWith('.partial'))).toBe(true);
    expect(left.some((name) => /^content-[0-9a-f]{12}$/.test(name))).toBe(false);

    lab = steered.lab;
    await lab.start();
    const busy = await fetch(`${lab.url}/live/cmaf/cue/master.m3u8`);
    expect(busy.status).toBe(503);
    expect(busy.headers.get('retry-after')).toBe('3');
    expect(await busy.json()).toMatchObject({ errorCode: 'MEDIA_NOT_READY' });
    await lab.whenPrepared();
    expect(lab.status()).toMatchObject({ state: 'ready', percent: 100, areAdsReady: true });
    const names = await readdir(join(dataFolder, 'lab'));
    expect(names.filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(names).toHaveLength(7);
  });

  it('a second start serves at once and encodes nothing', async () => {
    await lab.stop();
    const before = await changesBelow(join(dataFolder, 'lab'));
    lab = steered.another();
    await lab.start();
    await lab.whenPrepared();
    expect(lab.status().state).toBe('ready');
    expect(await changesBelow(join(dataFolder, 'lab'))).toEqual(before);
  });
});

/** Every file with the time of its last change. */
async function changesBelow(path: string): Promise<string[]> {
  const names = await readdir(path, { recursive: true });
  const changes = names.map(async (name) => `${name} ${(await stat(join(path, name))).mtimeMs}`);
  return (await Promise.all(changes)).toSorted();
}

function decodingTests(): void {
  it('CMAF runs across the end of the loop without a decoder message', async () => {
    setEdge(6);
    expect(await complaints(`${lab.url}/live/cmaf/cue/master.m3u8?win=20`, 19 * 96)).toBe('');
  });

  it.each([
    '/live/ts/cue/master.m3u8?win=6',
    '/live/ts/daterange/master.m3u8?win=6&aes=1',
    '/live/ts-aes/cue/master.m3u8?win=6&iv=explicit',
    '/live/cmaf-aes/cue/master.m3u8?win=6',
    '/live/ts-range/cue/master.m3u8?win=6',
    '/live/cmaf-range/cue/master.m3u8?win=6',
  ])('%s decodes without a decoder message between two ends of the loop', async (path) => {
    setEdge(9);
    expect(await complaints(lab.url + path, 5 * 96)).toBe('');
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
    const file = join(dataFolder, 'parts.mp4');
    await writeFile(file, Buffer.concat(await Promise.all(pieces)));
    const { stdout, stderr } = await run('ffprobe', [
      ...['-v', 'warning', '-count_frames', '-show_entries', 'stream=nb_read_frames'],
      ...['-of', 'csv=p=0', file],
    ]);
    expect([stdout.trim(), stderr]).toEqual(['96', '']);
  });

  it.each(['ads/creatives/ad-a-10', 'slate'])('%s decodes as DASH', async (id) => {
    expect(await complaintsOfAll(`${lab.url}/${id}/dash/manifest.mpd`)).toBe('');
  });

  // ffmpeg reads one Period only; the end-to-end tests play those of the breaks.
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
        const url = `${lab.url}/${id}/${container}/master.m3u8`;
        expect(await complaintsOfAll(url), `${id} ${container}`).toBe('');
      }
    }
  });
}

if (hasFfmpeg) describe('decoding by ffmpeg', decodingTests);

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
    '%s plays across the end of the loop, every frame in its place',
    async (container) => {
      setEdge(14); // three segments behind the edge: the end of the loop is about 12 s away
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

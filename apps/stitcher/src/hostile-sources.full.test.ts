/**
 * Hostile sources, which a company configures or its viewers name, while another company is watched: the process lives,
 * and the other company's playlists come in time.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelInput } from '@interlude/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChannelEntry } from './channels/channel-entry.ts';
import { channelEntry } from './testing/start-stitcher.suite.ts';
import { type StitcherProcess, spawnStitcher } from './testing/stitcher-process.suite.ts';
import { TestEnvironment } from './testing/test-environment.suite.ts';
import { TestPlayer } from './testing/test-player.suite.ts';
import { expectUnharmed } from './testing/unharmed-others.suite.ts';

let environment: TestEnvironment;
let folder: string;
let stitcher: StitcherProcess;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  folder = await mkdtemp(join(tmpdir(), 'interlude-hostile-'));
});
afterEach(async () => {
  await stitcher.kill();
  await environment.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Segments of a playlist, without its header. */
function segmentsOf(count: number, uriChars: number, tags = '', end = ''): Buffer {
  const uri = 'a'.repeat(uriChars);
  return Buffer.from(`${`${tags}#EXTINF:2,\n${uri}.ts\n`.repeat(count)}${end}`);
}

/** Adds a source with renditions that all have these segments, under `/name/`; each answer has a new media sequence. */
function addSource(name: string, renditions: number, segments: Buffer): string {
  const variants = Array.from(
    { length: renditions },
    (_, index) => `#EXT-X-STREAM-INF:BANDWIDTH=${index + 1}\n${index}.m3u8\n`,
  );
  let sequence = 0;
  environment.override(`/${name}/*`, (_request, response) => {
    sequence += 1;
    response.write(`#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:${sequence}\n`);
    response.end(segments);
  });
  environment.override(`/${name}/master.m3u8`, (_request, response) =>
    response.end(`#EXTM3U\n${variants.join('')}`),
  );
  return `${environment.base}/${name}/master.m3u8`;
}

const trialChannel = (id: string, input: Omit<ChannelInput, 'name'>): ChannelEntry => ({
  ...channelEntry(id, { name: id, ...input }),
  ...{ tenantId: 'hostile', tier: 'trial' },
});

async function start(channels: readonly ChannelEntry[]): Promise<void> {
  const input = { name: 'test', sourceManifestUrl: `${environment.base}/live/master.m3u8` };
  const others = { ...channelEntry('others', input), tenantId: 'others' };
  stitcher = await spawnStitcher({
    ...{ dataFolder: folder, allow: environment.host, paceMs: 1_000 },
    channels: [others, ...channels],
  });
}

const attacked = (name: string, attack: () => Promise<unknown>) =>
  expectUnharmed(name, environment, stitcher, attack);

async function statusOf(answer: Promise<Response>): Promise<string> {
  const { status, text } = await answer.then(async (got) => ({
    status: got.status,
    text: await got.text(),
  }));
  return status < 400 ? String(status) : `${status} ${JSON.parse(text).errorCode}`;
}

/** Opens sessions of all channels, again and again. */
async function openOverAndOver(ids: readonly string[], forMs: number): Promise<Set<string>> {
  const untilMs = performance.now() + forMs;
  const answers = new Set<string>();
  await Promise.all(
    ids.map(async (id) => {
      while (performance.now() < untilMs) {
        const player = new TestPlayer(stitcher.port, id);
        await player.open();
        // Beyond the session limit of the company none is opened.
        if (player.sessionId === '') {
          await sleep(50);
        } else {
          answers.add(await statusOf(player.get(`${player.folder}/v0.m3u8`)));
        }
      }
    }),
  );
  return answers;
}

test.each([
  [40, '90,000 segments, 7 MB each', segmentsOf(90_000, 64), '502 SOURCE_UNAVAILABLE'],
  [40, '19,900 segments, 3.9 MB each', segmentsOf(19_900, 180), '502 SOURCE_UNAVAILABLE'],
  [1, '19,900 segments', segmentsOf(19_900, 20), '200'],
  [
    2,
    '5,000 segments with three markers each',
    segmentsOf(5_000, 20, '#EXT-X-CUE-OUT:1\n#EXT-X-CUE-OUT-CONT:1/2\n#EXT-X-CUE-IN\n'),
    '200',
  ],
])(
  'SEC-S55 SEC-S56 SEC-S57 SEC-S58 three channels of a trial with %s renditions of %s',
  async (renditions, name, segments, status) => {
    const ids = ['one', 'two', 'three'];
    const channels = ids.map((id) =>
      trialChannel(id, { sourceManifestUrl: addSource(id, renditions, segments) }),
    );
    await start(channels);
    const found = { answers: new Set<string>() };
    await attacked(`3 × ${renditions} × ${name}`, async () => {
      found.answers = await openOverAndOver(ids, 20_000);
    });
    expect([...found.answers]).toEqual([status]);
  },
  60_000,
);

test('SEC-S55 an MPD of a few lines that announces millions of segments', async () => {
  const set = (template: string) =>
    `<MPD type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z"><Period id="1" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4">${template}<Representation id="a" bandwidth="1"/></AdaptationSet></Period></MPD>`;
  const documents = {
    template: set(
      '<SegmentTemplate timescale="10000000" duration="1" media="$Number$" initialization="i"/>',
    ),
    timeline: set(
      '<SegmentTemplate timescale="1000" media="$Time$" initialization="i"><SegmentTimeline><S t="0" d="1" r="9999999"/></SegmentTimeline></SegmentTemplate>',
    ),
  };
  for (const [name, text] of Object.entries(documents)) {
    environment.override(`/${name}.mpd`, (_request, response) => response.end(text));
  }
  const ids = Object.keys(documents);
  const channels = ids.map((id) => {
    const sourceManifestUrl = `${environment.base}/${id}.mpd`;
    return trialChannel(id, { type: 'dash-live', sourceManifestUrl });
  });
  await start(channels);
  const answers = new Set<string>();
  await attacked('MPDs', async () => {
    const untilMs = performance.now() + 5_000;
    while (performance.now() < untilMs) {
      for (const id of ids) {
        const player = new TestPlayer(stitcher.port, id);
        const { headers } = await player.get(`/dash/${id}/manifest.mpd`);
        const location = headers.get('location') ?? '';
        answers.add(await statusOf(player.get(`/dash/${id}/${location}`)));
      }
      await sleep(50);
    }
  });
  expect([...answers]).toEqual(['502 SOURCE_UNAVAILABLE']);
}, 60_000);

test.each([
  ['90,000', 90_000, ['502 SOURCE_UNAVAILABLE']],
  ['6,000', 6_000, ['200']],
])(
  'SEC-S55 SEC-S56 30 sessions at once with a feed each, of 4 renditions × %s segments',
  async (name, segments, answers) => {
    addSource('film', 4, segmentsOf(segments, 20, '', '#EXT-X-ENDLIST\n'));
    environment.override('/feed', (_request, response, url) =>
      response.end(
        `<rss version="2.0" xmlns:media="urn:m"><channel><item><guid>a</guid><media:content url="${environment.base}/film/master.m3u8${url.search}" type="application/x-mpegURL"/></item></channel></rss>`,
      ),
    );
    const sourceManifestUrl = `${environment.base}/film/master.m3u8`;
    await start([trialChannel('vod', { type: 'hls-vod', apiKey: 'key', sourceManifestUrl })]);
    const open = (index: number) =>
      statusOf(
        fetch(
          `http://127.0.0.1:${stitcher.port}/ad-aggregation-service/mrss/channel/vod?api-key=key`,
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ url: `${environment.base}/feed?${index}` }),
          },
        ),
      );
    const found = { answers: new Set<string>() };
    await attacked(`30 feeds of 4 × ${name}`, async () => {
      const untilMs = performance.now() + 15_000;
      for (let round = 0; performance.now() < untilMs; round += 30) {
        const all = await Promise.all(
          Array.from({ length: 30 }, (_, index) => open(round + index)),
        );
        found.answers = new Set([...found.answers, ...all]);
      }
    });
    expect([...found.answers]).toEqual(answers);
  },
  120_000,
);

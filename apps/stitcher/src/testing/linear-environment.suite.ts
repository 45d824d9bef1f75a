/** An origin with assets of one-second segments, and stitchers beside one database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  keptLeftOut,
  type LeftOutItem,
  leftOutKey,
  type PlaylistInput,
  playlistInput,
} from '@interlude/contract';
import {
  createPlaylistSnapshotStore,
  createPlaylistStore,
  type StoredPlaylist,
} from '@interlude/persistence';
import {
  type Clock,
  createEgress,
  createLogger,
  createMetrics,
  listen,
  parseConfig,
} from '@interlude/runtime';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { createStitcher, type Stitcher } from '../index.ts';

const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.64001f,mp4a.40.2"
v0.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2"
v1.m3u8
`;

function media(rendition: string, segments: number): string {
  const lines = Array.from(
    { length: segments },
    (_, index) => `#EXTINF:1.000,\n${rendition}-${index}.m4s\n`,
  );
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-MAP:URI="${rendition}-init.mp4"\n${lines.join('')}#EXT-X-ENDLIST\n`;
}

export function staticMpd(seconds: number): string {
  const set = (id: string, kind: string, representation: string) =>
    `<AdaptationSet id="${id}" contentType="${kind}" mimeType="${kind}/mp4" segmentAlignment="true"><SegmentTemplate timescale="1000" startNumber="1" initialization="$RepresentationID$/init.mp4" media="$RepresentationID$/$Number$.m4s"><SegmentTimeline><S t="0" d="1000" r="${seconds - 1}"/></SegmentTimeline></SegmentTemplate>${representation}</AdaptationSet>`;
  return `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" profiles="urn:mpeg:dash:profile:isoff-live:2011" mediaPresentationDuration="PT${seconds}S" minBufferTime="PT1S" maxSegmentDuration="PT1S"><Period id="asset" start="PT0S">${set('1', 'video', '<Representation id="720" bandwidth="2000000" codecs="avc1.64001f" width="1280" height="720" frameRate="25"/>')}${set('2', 'audio', '<Representation id="aac" bandwidth="96000" codecs="mp4a.40.2" audioSamplingRate="48000"/>')}</Period></MPD>
`;
}

export interface LinearOrigin {
  readonly base: string;
  readonly requested: string[];
  /** Addresses that answer 503. */
  readonly broken: Set<string>;
  stop(): Promise<void>;
}

/** `/{name}-{seconds}/master.m3u8` and `/{name}-{seconds}/manifest.mpd`. */
export async function startOrigin(): Promise<LinearOrigin> {
  const requested: string[] = [];
  const broken = new Set<string>();
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    requested.push(url);
    const match = /^\/[a-z]+-(\d+)\/(?:(master)\.m3u8|(manifest)\.mpd|(v\d)\.m3u8)$/.exec(url);
    if (match === null || broken.has(url)) {
      response.writeHead(503).end();
      return;
    }
    const [, seconds, isMaster, isMpd, rendition = ''] = match;
    const text = isMpd ? staticMpd(Number(seconds)) : media(rendition, Number(seconds));
    response.end(isMaster ? master : text);
  });
  const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  return {
    base: `http://127.0.0.1:${port}`,
    requested,
    broken,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface LinearEnvironment {
  readonly origin: LinearOrigin;
  readonly template: TemplateDatabase;
  /** One more process beside the same database. */
  start(): Promise<Stitcher>;
  create(input: Omit<PlaylistInput, 'name'>): Promise<StoredPlaylist>;
  save(known: StoredPlaylist, input: Omit<PlaylistInput, 'name'>): Promise<StoredPlaylist>;
  /** HLS items omitted from this save; undefined until it was read. */
  leftOut(save: StoredPlaylist): Promise<LeftOutItem[] | undefined>;
  stop(): Promise<void>;
}

export async function startLinearEnvironment(clock: Clock): Promise<LinearEnvironment> {
  const origin = await startOrigin();
  const template = await templateDatabase({ clock });
  const tenant = await addTenant(template.database);
  const playlists = createPlaylistStore(template.database);
  const folder = await mkdtemp(join(tmpdir(), 'interlude-linear-'));
  const running: Stitcher[] = [];
  const egress = createEgress({ allow: ['127.0.0.1'] });
  const settings = (input: Omit<PlaylistInput, 'name'>) =>
    playlistInput.parse({ name: 'Linear', type: 'vod2live', status: 'enabled', ...input });
  return {
    origin,
    template,
    async start() {
      const dataFolder = await mkdtemp(join(folder, 'process-'));
      const stitcher = createStitcher({
        config: parseConfig({ STITCHER_PORT: '0', INTERLUDE_DATA: dataFolder }, tmpdir()),
        logger: createLogger({ name: 'stitcher', level: 'silent' }),
        metrics: createMetrics(),
        egress,
        clock,
        database: template.database,
      });
      await stitcher.start();
      running.push(stitcher);
      return stitcher;
    },
    create: (input) => playlists.create(tenant, settings(input)),
    async save(known, input) {
      const saved = await playlists.update(tenant, known.id, settings(input));
      if (!saved) {
        throw new Error('the playlist is gone');
      }
      return saved;
    },
    async leftOut(save) {
      const key = leftOutKey('hls');
      const kept = await createPlaylistSnapshotStore(template.database).read(save, [key]);
      return keptLeftOut.safeParse(kept.get(key)).data?.leftOut;
    },
    async stop() {
      for (const stitcher of running) {
        await stitcher.stop();
      }
      await template.drop();
      await origin.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface LinearAnswer {
  readonly status: number;
  readonly text: string;
}

export async function get({ port }: Stitcher, path: string): Promise<LinearAnswer> {
  const answer = await fetch(`http://127.0.0.1:${port}/linear/${path}`);
  return { status: answer.status, text: await answer.text() };
}

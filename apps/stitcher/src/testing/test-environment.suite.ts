/**
 * The servers around a stitcher on one loopback port: a live origin whose live edge the test moves, an ad server,
 * ready-made creatives, and a beacon recorder. A test can override the response of every address.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listen } from '@interlude/runtime';

export interface SimulatedBreak {
  /** Index of the first segment in it. */
  readonly at: number;
  readonly segments: number;
  /** Segments that the cue announces, when the break has fewer (early return). */
  readonly announced?: number;
}

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

const segmentSeconds = 1;
const renditions = ['v0', 'v1', 'a0'];

export class TestEnvironment {
  readonly #server: Server;
  readonly #overrides = new Map<string, Handler>();
  port = 0;
  /** Host names without an address, requested through this server as a proxy. */
  names: readonly string[] = [];
  /** Segments published so far. */
  edge = 20;
  windowSegments = 8;
  /** A higher one gives all segments new names, as after a restart of the source. */
  generation = 1;
  breaks: SimulatedBreak[] = [];
  dates = true;
  /** Date of segment 0. */
  startMs = Date.now() - 20_000;
  ads: { id: string; seconds: number; creative?: string; mediaFile?: string }[] = [];
  readonly requests: {
    path: string;
    query: URLSearchParams;
    headers: IncomingMessage['headers'];
  }[] = [];
  readonly beacons: string[] = [];

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    // As a proxy (CONNECT) it is the other end of every tunnel.
    this.#server.on('connect', (_request, socket) => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      this.#server.emit('connection', socket);
    });
  }

  async start(): Promise<void> {
    this.port = await listen(this.#server, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Answers a path (or every path that begins with it, when it ends with `*`) in another way. */
  override(path: string, handler: Handler): () => void {
    this.#overrides.set(path, handler);
    return () => this.#overrides.delete(path);
  }

  beaconsOf(event: string): string[] {
    return this.beacons.filter((path) => path.startsWith(`/beacon/${event}/`));
  }

  requested(path: string): number {
    return this.requests.filter((request) => request.path === path).length;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.base);
    const path = url.pathname;
    this.requests.push({ path, query: url.searchParams, headers: request.headers });
    const wild = [...this.#overrides.keys()].find(
      (key) => key.endsWith('*') && path.startsWith(key.slice(0, -1)),
    );
    const override = this.#overrides.get(path) ?? this.#overrides.get(wild ?? '');
    if (path.startsWith('/beacon/')) {
      this.beacons.push(`${path}${url.search}`);
    }
    if (override) {
      override(request, response, url);
      return;
    }
    const text = this.text(path);
    response.writeHead(text === undefined ? 404 : 200);
    response.end(text);
  }

  text(path: string): string | undefined {
    if (path.startsWith('/beacon/')) {
      return '';
    }
    if (path === '/ads') {
      return this.vast();
    }
    const [, kind = '', ...rest] = path.split('/');
    if (kind === 'live') {
      return rest[0] === 'master.m3u8' ? multivariant() : this.media((rest[0] ?? '').slice(0, 2));
    }
    if (kind === 'creative') {
      const [name = '', file = ''] = rest;
      return file === 'master.m3u8' ? multivariant() : creative(Number(name.split('-')[1]), file);
    }
    return undefined;
  }

  media(rendition: string, edge = this.edge): string {
    const first = Math.max(0, edge - this.windowSegments);
    const prefix = this.generation > 1 ? `g${this.generation}-` : '';
    const lines = [
      '#EXTM3U',
      '#EXT-X-VERSION:6',
      '#EXT-X-TARGETDURATION:1',
      `#EXT-X-MEDIA-SEQUENCE:${100 + first}`,
      '#EXT-X-MAP:URI="init.mp4"',
    ];
    for (let index = first; index < edge; index += 1) {
      lines.push(...this.#cues(index));
      if (this.dates) {
        const date = new Date(this.startMs + index * segmentSeconds * 1000).toISOString();
        lines.push(`#EXT-X-PROGRAM-DATE-TIME:${date}`);
      }
      lines.push(`#EXTINF:${segmentSeconds.toFixed(3)},`, `${prefix}${rendition}-${index}.m4s`);
    }
    return `${lines.join('\n')}\n`;
  }

  #cues(index: number): string[] {
    return this.breaks.flatMap(({ at, segments, announced = segments }) => {
      if (index === at) {
        return [`#EXT-X-CUE-OUT:${(announced * segmentSeconds).toFixed(3)}`];
      }
      if (index > at && index < at + segments) {
        return [
          `#EXT-X-CUE-OUT-CONT:${(index - at) * segmentSeconds}/${announced * segmentSeconds}`,
        ];
      }
      return index === at + segments ? ['#EXT-X-CUE-IN'] : [];
    });
  }

  vast(ads = this.ads): string {
    const tracker = (event: string, id: string) =>
      `${this.base}/beacon/${event}/${id}?cb=[CACHEBUSTING]`;
    const tracking = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];
    const body = ads.map(
      ({ id, seconds, creative: name = `c-${seconds}-${id}`, mediaFile }, index) => {
        const events = tracking
          .map((event) => `<Tracking event="${event}"><![CDATA[${tracker(event, id)}]]></Tracking>`)
          .join('');
        const hls = `<MediaFile delivery="streaming" type="application/vnd.apple.mpegurl" width="640" height="360">${this.base}/creative/${name}/master.m3u8</MediaFile>`;
        return `<Ad id="${id}" sequence="${index + 1}"><InLine><AdSystem>test</AdSystem><AdTitle>${id}</AdTitle>
        <Error><![CDATA[${this.base}/beacon/error/${id}?code=[ERRORCODE]]]></Error>
        <Impression><![CDATA[${tracker('impression', id)}]]></Impression>
        <Creatives><Creative id="${id}"><Linear><Duration>00:00:${String(seconds).padStart(2, '0')}</Duration>
        <TrackingEvents>${events}</TrackingEvents><MediaFiles>${mediaFile ?? hls}</MediaFiles></Linear></Creative></Creatives></InLine></Ad>`;
      },
    );
    return `<VAST version="4.0">${body.join('')}</VAST>`;
  }
}

function multivariant(): string {
  return `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="en",LANGUAGE="en",DEFAULT=YES,URI="a0.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="aud"
v0.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,AUDIO="aud"
v1.m3u8
`;
}

/** A VOD media playlist with `seconds` segments of one second; undefined for any other file. */
function creative(seconds: number, file: string): string | undefined {
  const rendition = file.slice(0, 2);
  if (!renditions.includes(rendition) || !Number.isFinite(seconds)) {
    return undefined;
  }
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-TARGETDURATION:1',
    '#EXT-X-MAP:URI="init.mp4"',
  ];
  for (let index = 0; index < seconds; index += 1) {
    lines.push('#EXTINF:1.000,', `${rendition}-${index}.m4s`);
  }
  return `${lines.join('\n')}\n#EXT-X-ENDLIST\n`;
}

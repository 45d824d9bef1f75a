/**
 * The lab's live DASH behind an origin that does at every exit of a break what shaka-player issue 10604 describes: one
 * update without the programme's Period, then the Period with its start and offset moved.
 */
import { createServer } from 'node:http';
import { platform } from '../platform.ts';

const MOVED_SECONDS = 26;
const SOURCE = '/dash/timeline/manifest.mpd?every=23.04&break=11.52';
const EVENT_TICKS = 90_000;

function moved(text: string, seconds: number): string {
  const base = new URL(SOURCE, platform.labUrl).href.split('?')[0];
  const offset = (timescale: number) => `presentationTimeOffset="${seconds * timescale}"`;
  return text
    .replace(/(<MPD[^>]*>)/, `$1<BaseURL>${base}</BaseURL>`)
    .replace('start="PT0S"', `start="PT${seconds}S"`)
    .replace(/<EventStream /g, `<EventStream ${offset(EVENT_TICKS)} `)
    .replace(/<SegmentTemplate timescale="(\d+)"/g, (found, timescale) =>
      seconds === 0 ? found : `${found} ${offset(Number(timescale))}`,
    );
}

const withoutPeriod = (text: string) => text.replace(/<Period [\s\S]*<\/Period>/, '');

/** Ids of the signalled returns. */
const returnsIn = (text: string) =>
  [...text.matchAll(/<Event presentationTime="\d+" id="(\d+)"/g)].map(([, id]) => id ?? '');

interface MovingSource {
  readonly url: string;
  readonly host: string;
  /** Number of moves so far. */
  readonly moves: number;
  close(): Promise<void>;
}

export async function startMovingSource(): Promise<MovingSource> {
  let known: Set<string> | undefined;
  let moves = 0;
  const manifest = async (): Promise<string> => {
    const text = await (await fetch(platform.labUrl + SOURCE)).text();
    const returns = returnsIn(text);
    known ??= new Set(returns);
    const fresh = returns.filter((id) => !known?.has(id));
    for (const id of fresh) known.add(id);
    if (fresh.length === 0) return moved(text, moves * MOVED_SECONDS);
    moves += 1;
    return withoutPeriod(text);
  };
  const server = createServer((request, response) => {
    if (request.url !== '/manifest.mpd') {
      response.writeHead(302, { location: platform.labUrl + (request.url ?? '') }).end();
      return;
    }
    manifest().then(
      (text) => response.writeHead(200, { 'content-type': 'application/dash+xml' }).end(text),
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    url: `http://${host}/manifest.mpd`,
    host,
    get moves() {
      return moves;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

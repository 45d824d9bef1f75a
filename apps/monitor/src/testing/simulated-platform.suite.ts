/** A source with breaks, and a stitcher that replaces them, as functions of the time: what the monitor requests. */
import type { EgressAnswer, TenantEgresses } from '@interlude/runtime';
import { outputMpd, sourceMpd } from './simulated-mpd.suite.ts';
import { breakSegments, cycle, segmentMs, windowSegments } from './simulated-times.suite.ts';
import type { VirtualTime } from './virtual-time.suite.ts';

export { segmentMs } from './simulated-times.suite.ts';

export interface SimulatedAnswer {
  readonly status: number;
  readonly text?: string;
  /** Address that answered, after redirects. */
  readonly url?: string;
}

export interface Fault {
  /** Answers in place of the environment; undefined = as usual. */
  readonly answer?: (url: URL) => SimulatedAnswer | undefined;
  /** Changes what is answered. */
  readonly change?: (text: string, url: URL) => string;
  /** Milliseconds that a request takes. */
  readonly delayMs?: (url: URL) => number;
  /** The breaks of the session's plan in place of the usual ones. */
  readonly plan?: (breaks: SimulatedBreak[]) => SimulatedBreak[];
  /** The output shows the content of the source in its breaks. */
  readonly isUnreplaced?: boolean;
}

export interface SimulatedBreak {
  readonly id: string;
  /** Why it has fewer ads than it could. */
  readonly reason?: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly ads: readonly {
    readonly id: string;
    readonly placement: string;
    readonly creative: string;
    readonly title: string;
    readonly startMs: number;
    readonly durationMs: number;
  }[];
}

export const sourceHost = 'origin.test';
export const outputUrl = 'https://viewers.test';
const renditions = ['v0', 'v1'];

export class SimulatedPlatform {
  fault: Fault = {};
  readonly requested: URL[] = [];
  /** Epoch ms when the first request was made that the fault changed; undefined = none yet. */
  touchedAtMs: number | undefined;
  #plantedEdge = 0;
  #shows: ((text: string) => boolean) | undefined;
  readonly #time: VirtualTime;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** @param shows whether an answer shows it; left out: where the fault changes it */
  plant(fault: Fault, shows?: (text: string) => boolean): void {
    this.fault = fault;
    this.#plantedEdge = this.edge;
    this.touchedAtMs = undefined;
    this.#shows = shows;
  }

  /** Number of the segment that is being made: what is listed ends before it. */
  get edge(): number {
    return Math.floor(this.#time.now() / segmentMs);
  }

  #master(path: (rendition: string) => string): string {
    const streams = renditions.map(
      (rendition, index) =>
        `#EXT-X-STREAM-INF:BANDWIDTH=${2_000_000 - index * 1_000_000},RESOLUTION=${1280 >> index}x${720 >> index}\n${path(rendition)}\n`,
    );
    return `#EXTM3U\n#EXT-X-VERSION:6\n${streams.join('')}`;
  }

  #source(rendition: string): string {
    const first = this.edge - windowSegments;
    const lines = [
      ...['#EXTM3U', '#EXT-X-VERSION:6', `#EXT-X-TARGETDURATION:${segmentMs / 1000}`],
      `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ];
    for (let number = first; number < this.edge; number += 1) {
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(number * segmentMs).toISOString()}`);
      const place = number % cycle;
      if (place === 0) lines.push(`#EXT-X-CUE-OUT:${(breakSegments * segmentMs) / 1000}`);
      if (place === breakSegments) lines.push('#EXT-X-CUE-IN');
      lines.push(`#EXTINF:${segmentMs / 1000},`, `${rendition}-${number}.ts`);
    }
    return `${lines.join('\n')}\n`;
  }

  /** Two ads of two segments replace each break. */
  #output(rendition: string): string {
    const first = this.edge - windowSegments;
    const gone = (number: number) =>
      Math.floor(number / cycle) * 3 +
      Math.min(3, [0, 2, breakSegments].filter((place) => place < number % cycle).length);
    // Breaks that are left to the source have none.
    const listed = this.fault.isUnreplaced === true ? this.#plantedEdge : first;
    const lines = [
      ...['#EXTM3U', '#EXT-X-VERSION:6', `#EXT-X-TARGETDURATION:${segmentMs / 1000}`],
      ...[
        `#EXT-X-MEDIA-SEQUENCE:${first}`,
        `#EXT-X-DISCONTINUITY-SEQUENCE:${gone(Math.min(first, listed))}`,
      ],
    ];
    for (let number = first; number < this.edge; number += 1) {
      const place = number % cycle;
      const isReplaced = place < breakSegments && this.fault.isUnreplaced !== true;
      if (this.fault.isUnreplaced !== true && [0, 2, breakSegments].includes(place))
        lines.push('#EXT-X-DISCONTINUITY');
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(number * segmentMs).toISOString()}`);
      const id = `b${number - place}.${place < 2 ? 0 : 1}`;
      const uri = isReplaced
        ? `ad/${id}/${rendition}/${place % 2}.ts`
        : `https://${sourceHost}/${rendition}-${number}.ts`;
      lines.push(`#EXTINF:${segmentMs / 1000},`, uri);
    }
    return `${lines.join('\n')}\n`;
  }

  #breaks(): SimulatedBreak[] {
    const newest = Math.floor(this.edge / cycle) * cycle;
    const breaks = [newest - cycle, newest].map((number) => {
      const id = `b${number}`;
      const startMs = number * segmentMs;
      const ads = [0, 1].map((index) => ({
        ...{ id: `ad${index}`, placement: `${id}.${index}`, creative: `c${index}`, title: '' },
        ...{ startMs: startMs + index * 2 * segmentMs, durationMs: 2 * segmentMs },
      }));
      return { id, startMs, endMs: startMs + breakSegments * segmentMs, ads };
    });
    return this.fault.plan?.(breaks) ?? breaks;
  }

  #text(url: URL): string | undefined {
    const { host, pathname } = url;
    const [, rendition = ''] = /\/(v\d)\.m3u8$/.exec(pathname) ?? [];
    const isSource = host === sourceHost;
    if (pathname.endsWith('.mpd'))
      return isSource
        ? sourceMpd(this.edge)
        : outputMpd(this.edge, sourceHost, this.fault.isUnreplaced);
    if (pathname.endsWith('master.m3u8'))
      return this.#master((name) => (isSource ? `${name}.m3u8` : `SID/${name}.m3u8`));
    if (renditions.includes(rendition))
      return isSource ? this.#source(rendition) : this.#output(rendition);
    if (pathname.endsWith('breaks.json')) return JSON.stringify(this.#breaks());
    return pathname.includes('/ad/') ? '' : undefined;
  }

  #answer(url: URL): SimulatedAnswer & { readonly isTouched: boolean } {
    const own = this.fault.answer?.(url);
    if (own) return { ...own, isTouched: true };
    const text = this.#text(url);
    if (text === undefined) return { status: 404, isTouched: false };
    const changed = this.fault.change?.(text, url) ?? text;
    const isPlan = this.fault.plan !== undefined && url.pathname.endsWith('breaks.json');
    const isTouched = this.#shows?.(changed) ?? (changed !== text || isPlan);
    return { status: 200, text: changed, isTouched };
  }

  /** Answers requests of the monitor; the fault decides how long they take. */
  readonly egress: TenantEgresses<'request'> = {
    forTenant: () => ({
      request: async ({ url, signal, timeoutMs }): Promise<EgressAnswer> => {
        const address = new URL(url);
        this.requested.push(address);
        const atMs = this.#time.now();
        const delayMs = this.fault.delayMs?.(address) ?? 0;
        if (delayMs > 0) this.touchedAtMs ??= atMs;
        const untilMs = Math.min(delayMs, timeoutMs);
        if (delayMs > 0) await this.#time.wait(untilMs, signal ?? new AbortController().signal);
        signal?.throwIfAborted();
        if (delayMs > timeoutMs)
          throw new Error(`${address.host} did not answer in ${timeoutMs / 1000} s`);
        const answer = this.#answer(address);
        if (answer.isTouched) this.touchedAtMs ??= atMs;
        const isOpening = address.pathname.endsWith('/manifest.mpd') && address.host !== sourceHost;
        const answered = isOpening ? url.replace('/manifest.mpd', '/SID.mpd') : url;
        const body = Buffer.from(answer.text ?? '');
        return { status: answer.status, url: answer.url ?? answered, headers: {}, body };
      },
    }),
  };
}

/**
 * The requests of a pack as HAR 1.2: source, output, ad server, segments of ads, beacons. Headers are never recorded.
 */
import type { RecordedLook } from '@interlude/contract';
import { z } from 'zod';
import type { EvidencePack, PackedBreak } from '../pack/evidence-pack.ts';

interface HarRequest {
  readonly group: 'source' | 'output' | 'plan' | 'creative' | 'ad server' | 'beacon';
  readonly method: string;
  readonly url: string;
  /** Epoch ms when it began. */
  readonly atMs: number;
  readonly tookMs: number;
  /** 0 = no answer, or its status is not known. */
  readonly status: number;
  readonly bytes: number;
  readonly mimeType: string;
  readonly text?: string | undefined;
  readonly comment: string;
}

const mimeTypeOf = (uri: string) =>
  uri.includes('.mpd') ? 'application/dash+xml' : 'application/vnd.apple.mpegurl';

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('; ');

const groupOf = ({ kind, lane }: RecordedLook): HarRequest['group'] =>
  kind === 'manifest' ? lane : kind === 'plan' ? 'plan' : 'creative';

function lookRequest(look: RecordedLook, kept: ReadonlySet<string>): HarRequest {
  const { kind, uri, host, atMs, tookMs, bytes, failure, manifestKey, placement } = look;
  const status = Number(/answers with status (\d{3})/.exec(failure)?.[1] ?? 0);
  const where = kept.has(manifestKey) ? `manifests/index.json has ${manifestKey}` : '';
  const of = placement === '' ? '' : `placement ${placement}`;
  return {
    ...{ group: groupOf(look), method: kind === 'segment' ? 'HEAD' : 'GET' },
    url: uri === '' ? `https://${host}/` : uri,
    ...{ atMs: atMs - tookMs, tookMs, bytes, status: failure === '' ? 200 : status },
    mimeType: kind === 'manifest' ? mimeTypeOf(uri) : 'application/octet-stream',
    comment: joined(failure, where, of),
  };
}

function looksOf({ looks, manifests }: EvidencePack): HarRequest[] {
  const kept = new Set(manifests.map(({ key }) => key));
  return looks.map((look) => lookRequest(look, kept));
}

const asked = z.object({
  requests: z.array(
    z.object({
      method: z.string().default('GET'),
      url: z.string(),
      atMs: z.number(),
      tookMs: z.number().default(0),
      status: z.number().optional(),
      bytes: z.number().default(0),
      error: z.string().optional(),
      answer: z.string().default(''),
      hop: z.number().default(0),
    }),
  ),
});
const sent = z.object({
  event: z.string(),
  server: z.string(),
  outcome: z.string(),
  tries: z.number(),
});

/** Ad requests of a break, over its recorded sessions. */
export function askedOf({ sessions }: PackedBreak) {
  return sessions.flatMap(({ stages }) =>
    stages
      .filter(({ stage }) => stage === 'asked')
      .flatMap(({ detail }) => asked.safeParse(detail).data?.requests ?? []),
  );
}

function breakRequests(one: PackedBreak): HarRequest[] {
  const requests = askedOf(one).map(({ answer, error, hop, status = 0, ...request }) => ({
    ...request,
    ...{ group: 'ad server' as const, status, mimeType: 'application/xml', text: answer },
    comment: joined(`hop ${hop}`, error ?? ''),
  }));
  const beacons = one.sessions.flatMap(({ stages }) =>
    stages.flatMap(({ stage, at, detail }) => {
      const beacon = stage === 'sent' ? sent.safeParse(detail).data : undefined;
      if (beacon === undefined) return [];
      const { event, server, outcome, tries } = beacon;
      return [
        {
          ...{ group: 'beacon' as const, method: 'GET', url: `https://${server}/` },
          ...{ atMs: Date.parse(at), tookMs: 0, status: 0, bytes: 0, mimeType: '' },
          comment: `${event}: ${outcome} after ${tries} tries; the address is not recorded`,
        },
      ];
    }),
  );
  return [...requests, ...beacons];
}

function queryOf(url: string) {
  const { searchParams } = URL.parse(url) ?? { searchParams: new URLSearchParams() };
  return [...searchParams].map(([name, value]) => ({ name, value }));
}

function entryOf(request: HarRequest) {
  const { group, method, url, atMs, tookMs, status, bytes, mimeType, text, comment } = request;
  return {
    startedDateTime: new Date(Math.max(0, Math.round(atMs))).toISOString(),
    time: tookMs,
    request: {
      ...{ method, url, httpVersion: '', cookies: [], headers: [], queryString: queryOf(url) },
      ...{ headersSize: -1, bodySize: -1 },
    },
    response: {
      ...{ status, statusText: '', httpVersion: '', cookies: [], headers: [] },
      content: { size: bytes, mimeType, ...(text !== undefined && text !== '' && { text }) },
      ...{ redirectURL: '', headersSize: -1, bodySize: bytes },
    },
    cache: {},
    timings: { send: 0, wait: tookMs, receive: 0 },
    comment: comment === '' ? group : `${group}: ${comment}`,
  };
}

/**
 * @returns the log, by time
 * @see HAR 1.2 §5
 */
export function harLog(pack: EvidencePack) {
  const requests = [...looksOf(pack), ...pack.breaks.flatMap(breakRequests)];
  return {
    log: {
      version: '1.2',
      creator: { name: 'Interlude', version: pack.about.platform },
      entries: requests.toSorted((a, b) => a.atMs - b.atMs).map(entryOf),
      comment: 'Headers, cookies and addresses of trackers were not recorded; secrets are masked.',
    },
  };
}

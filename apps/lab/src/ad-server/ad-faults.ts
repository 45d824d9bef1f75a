/** Failures of the ad server, each observed with real ad servers. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { answer, contentTypes, type LabAnswer } from '../http/lab-request.ts';

export const adFaults = [
  'slow',
  'empty',
  '204',
  'noad',
  'broken',
  'html',
  'loop',
  '5xx',
  'bomb',
  'gzip-bomb',
  'endless',
  'huge',
  'redirect',
  'redirect-loop',
  'timeout',
  'reset',
  'truncated',
  'charset',
  'utf16',
  'missing-media',
  'slow-media',
  'broken-media',
  'disguised-media',
  'https-media',
  'http-media',
  'huge-pod',
  'duplicates',
  'competitive',
  'buffet',
  'vpaid',
  'no-duration',
  'wrong-duration',
  'wrapper-noad',
  'wrapper-fallback',
  'wrapper-single',
] as const;
export type AdFault = (typeof adFaults)[number];

/** Texts beside the switches of the faults page. */
export const adFaultTexts: Readonly<Record<AdFault, string>> = {
  slow: 'answers after 10 s (delay= milliseconds)',
  empty: 'status 200 and no body',
  '204': 'status 204',
  noad: 'a VAST without ads',
  broken: 'XML that stops in the middle',
  html: 'an HTML page instead of VAST',
  loop: 'a wrapper that points to itself',
  '5xx': 'status 503',
  bomb: 'an entity bomb (billion laughs)',
  'gzip-bomb': '200 MB of blanks in 200 KB of gzip',
  endless: 'a body that never ends',
  huge: 'a valid VAST of 12 MB',
  redirect: 'a redirect to a private address',
  'redirect-loop': 'a redirect to itself',
  timeout: 'no answer at all',
  reset: 'the connection is cut before the answer',
  truncated: 'less body than content-length says',
  charset: 'says UTF-8 and sends ISO 8859-1',
  utf16: 'UTF-16 with a byte order mark',
  'missing-media': 'ads whose media files answer 404',
  'slow-media': 'files that come in drops: 20 s each (with container=mp4)',
  'broken-media': 'files that are damaged (with container=mp4)',
  'disguised-media': 'playlists that call themselves MP4 (with container=mp4)',
  'https-media': 'media files at an https address where nobody listens',
  'http-media': 'media files by another host name, http',
  'huge-pod': '200 ads',
  duplicates: 'the same ad again and again',
  competitive: 'ads of one advertiser and one category',
  buffet: 'ads without a sequence',
  vpaid: 'ads that are scripts only',
  'no-duration': 'ads that do not say how long they are',
  'wrong-duration': 'ads that say three times their length',
  'wrapper-noad': 'a wrapper around nothing, fallbackOnNoAd=false',
  'wrapper-fallback': 'a wrapper around nothing, fallbackOnNoAd=true, and an ad to fall back on',
  'wrapper-single': 'a wrapper with allowMultipleAds=false around a pod',
};

const SLOW_MS = 10_000;
const HUGE_BYTES = 12 * 1024 * 1024;
const BOMB_BYTES = 200 * 1024 * 1024;
/** A client that waits longer than this has no timeout of its own. */
const HANG_UP_AFTER_MS = 60_000;
const ENDLESS_CHUNK = Buffer.alloc(64 * 1024, 'x');
/** Chunks of an endless body, 256 MB, after which it ends although the client stays connected. */
const ENDLESS_CHUNKS = 4_096;
const PRIVATE_ADDRESS = 'http://169.254.169.254/latest/meta-data/';

export interface FaultContext {
  /** The address of this very request. */
  readonly selfUrl: string;
  readonly delayMs: number | undefined;
  /** The answer that a healthy ad server would give. */
  readonly healthy: () => string;
}

/** Undefined for the faults that change the ads instead of the answer. */
export function faultyAnswer(fault: AdFault, context: FaultContext): LabAnswer | undefined {
  switch (fault) {
    case 'slow':
      return { ...answer('xml', context.healthy()), delayMs: context.delayMs ?? SLOW_MS };
    case 'empty':
      return answer('xml', '');
    case 'noad':
      return answer('xml', '<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="4.2"/>\n');
    case 'broken':
      return answer('xml', brokenXml(context.healthy()));
    case 'html':
      return answer('html', '<!doctype html><title>Sign in</title><h1>Please sign in</h1>');
    case '204':
      return { status: 204, type: contentTypes.xml, body: '' };
    case '5xx':
      return { status: 503, type: contentTypes.text, body: 'out of order\n' };
    case 'bomb':
      return answer('xml', entityBomb());
    case 'endless':
      return { status: 200, type: contentTypes.xml, body: '', misbehave: neverEnd };
    case 'gzip-bomb':
      return { ...answer('xml', gzipBomb()), headers: { 'content-encoding': 'gzip' } };
    case 'timeout':
      return { status: 200, type: contentTypes.xml, body: '', misbehave: neverAnswer };
    case 'reset':
      return { status: 200, type: contentTypes.xml, body: '', misbehave: (to) => to.destroy() };
    case 'truncated':
      return { status: 200, type: contentTypes.xml, body: '', misbehave: cutShort(context) };
    case 'charset':
      return answer('xml', Buffer.from(withAccents(context.healthy()), 'latin1'));
    case 'utf16':
      return answer('xml', Buffer.from(`\uFEFF${context.healthy()}`, 'utf16le'));
    case 'redirect-loop':
      return redirectTo(context.selfUrl);
    case 'huge':
      return answer(
        'xml',
        context.healthy().replace('</VAST>', `<!--${'x'.repeat(HUGE_BYTES)}--></VAST>`),
      );
    case 'redirect':
      return redirectTo(PRIVATE_ADDRESS);
    default:
      return undefined;
  }
}

const redirectTo = (location: string): LabAnswer => ({
  status: 302,
  type: contentTypes.text,
  body: '',
  headers: { location },
});

/** Letters that are one byte in ISO 8859-1 and no UTF-8. */
const withAccents = (xml: string) =>
  xml.replaceAll('Interlude Lab', 'Laborat\u00f3rio Interl\u00fade');

let packed: Buffer | undefined;
/** Packed once, as it takes a moment. */
function gzipBomb(): Buffer {
  packed ??= gzipSync(Buffer.alloc(BOMB_BYTES, ' '), { level: 1 });
  return packed;
}

function neverAnswer(response: ServerResponse): void {
  const timer = setTimeout(() => response.destroy(), HANG_UP_AFTER_MS);
  response.once('close', () => clearTimeout(timer));
}

function cutShort(context: FaultContext) {
  return (response: ServerResponse) => {
    const body = context.healthy();
    const length = Buffer.byteLength(body);
    response.writeHead(200, { 'content-type': contentTypes.xml, 'content-length': length });
    response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
  };
}

/** Cut inside a tag, at the middle of the text. */
const brokenXml = (xml: string) => xml.slice(0, Math.max(60, Math.floor(xml.length / 2)));

function entityBomb(): string {
  const entities = Array.from({ length: 9 }, (_, index) => {
    const inner = `&l${index};`.repeat(10);
    return `<!ENTITY l${index + 1} "${inner}">`;
  });
  const head = `<?xml version="1.0"?>\n<!DOCTYPE VAST [\n<!ENTITY l0 "lol">\n${entities.join('\n')}\n]>`;
  return `${head}\n<VAST version="4.2"><Ad id="bomb"><InLine><AdTitle>&l9;</AdTitle></InLine></Ad></VAST>\n`;
}

function neverEnd(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': contentTypes.xml, 'cache-control': 'no-store' });
  response.write('<?xml version="1.0"?>\n<VAST version="4.2"><!-- ');
  let left = ENDLESS_CHUNKS;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(ENDLESS_CHUNK)) return;
    }
    response.destroy();
  };
  response.on('drain', more);
  more();
}

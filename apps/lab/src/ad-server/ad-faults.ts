/** The ways in which the ad server can fail, each a thing that real ones do. */
import type { ServerResponse } from 'node:http';
import { answer, contentTypes, type LabAnswer } from '../http/lab-request.ts';

export const adFaults = [
  'slow',
  'empty',
  'noad',
  'broken',
  'html',
  'loop',
  '5xx',
  'bomb',
  'endless',
  'huge',
  'redirect',
  'missing-media',
] as const;
export type AdFault = (typeof adFaults)[number];

/** What a person reads beside the switch. */
export const adFaultTexts: Readonly<Record<AdFault, string>> = {
  slow: 'answers after 10 s (delay= milliseconds)',
  empty: 'status 200 and no body',
  noad: 'a VAST without ads',
  broken: 'XML that stops in the middle',
  html: 'an HTML page instead of VAST',
  loop: 'a wrapper that points to itself',
  '5xx': 'status 503',
  bomb: 'an entity bomb (billion laughs)',
  endless: 'a body that never ends',
  huge: 'a valid VAST of 12 MB',
  redirect: 'a redirect to a private address',
  'missing-media': 'ads whose media files answer 404',
};

const SLOW_MS = 10_000;
const HUGE_BYTES = 12 * 1024 * 1024;
const ENDLESS_CHUNK = Buffer.alloc(64 * 1024, 'x');
/** Even an endless body ends when nobody hangs up: 256 MB. */
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
    case '5xx':
      return { status: 503, type: contentTypes.text, body: 'out of order\n' };
    case 'bomb':
      return answer('xml', entityBomb());
    case 'endless':
      return { status: 200, type: contentTypes.xml, body: '', misbehave: neverEnd };
    case 'huge':
      return answer(
        'xml',
        context.healthy().replace('</VAST>', `<!--${'x'.repeat(HUGE_BYTES)}--></VAST>`),
      );
    case 'redirect':
      return {
        status: 302,
        type: contentTypes.text,
        body: '',
        headers: { location: PRIVATE_ADDRESS },
      };
    default:
      return undefined;
  }
}

/** Cut inside a tag: at the middle, whatever stands there. */
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

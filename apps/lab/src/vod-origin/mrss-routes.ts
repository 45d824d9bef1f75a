/**
 * `/mrss`: a Media RSS feed that names the on-demand asset with cue points, as `POST
 * /ad-aggregation-service/mrss/channel/{channelId}` takes it: milliseconds, 0 before the start, -1 after the end.
 */
import { domainError } from '@interlude/contract/errors';
import { adFaults, faultyAnswer } from '../ad-server/ad-faults.ts';
import { answer, type Handler, type LabRequest } from '../http/lab-request.ts';
import { SEGMENT_MS } from '../live-origin/live-clock.ts';
import { isOn, oneOf, segments } from '../live-origin/live-options.ts';
import { creatives } from '../media/catalogue.ts';
import { element, textElement, xmlDocument } from '../xml/write-element.ts';
import { VOD_SEGMENTS } from './vod-routes.ts';

/** Before, at the second and the third repetition of the loop, after. */
const CUE_POINTS = '0,57600,115200,-1';
const CUE_LIMIT = 100;

export function createMrssRoutes(baseUrl: () => string): Handler {
  return (request) => {
    const [root, second] = request.parts;
    if (root !== 'mrss' || second !== undefined || request.method !== 'GET') return undefined;
    const healthy = () => writeMrss(baseUrl(), request);
    const fault = oneOf(request.query, 'fault', adFaults);
    const selfUrl = `${baseUrl()}/mrss${request.search}`;
    const faulty =
      fault === undefined
        ? undefined
        : faultyAnswer(fault, { selfUrl, delayMs: undefined, healthy });
    return faulty ?? answer('xml', healthy());
  };
}

function writeMrss(base: string, { query }: LabRequest): string {
  const items = [
    ...(isOn(query, 'intro') ? [clip(base, 'intro')] : []),
    asset(base, query),
    ...(isOn(query, 'outro') ? [clip(base, 'outro')] : []),
  ];
  const channel = element('channel', {}, [
    textElement('title', 'Interlude Lab'),
    textElement('link', `${base}/`),
    textElement('description', 'What the lab has on demand.'),
    ...items.flat(),
  ]);
  const names = {
    version: '2.0',
    'xmlns:media': 'http://search.yahoo.com/mrss/',
    'xmlns:ad': 'urn:interlude:mrss:ad:1',
  };
  return xmlDocument(element('rss', names, channel));
}

function asset(base: string, query: URLSearchParams): string[] {
  const length = segments(query, 'length') ?? VOD_SEGMENTS;
  const search = query.has('length') ? `?length=${query.get('length')}` : '';
  return item(
    'lab-vod',
    'Demo channel, on demand',
    undefined,
    (length * SEGMENT_MS) / 1000,
    [
      [`${base}/vod/hls/master.m3u8${search}`, 'application/vnd.apple.mpegurl'],
      [`${base}/vod/dash/manifest.mpd${search}`, 'application/dash+xml'],
    ],
    cuePoints(query),
  );
}

/** The shortest creative represents a broadcaster's intro and outro. */
function clip(base: string, category: 'intro' | 'outro'): string[] {
  const creative = creatives.toSorted((a, b) => a.frameCount - b.frameCount)[0];
  const place = `${base}/ads/creatives/${creative?.id}`;
  const seconds = (creative?.saidSeconds ?? 0) * 1.024;
  return item(`lab-${category}`, `The ${category}`, category, seconds, [
    [`${place}/cmaf/master.m3u8`, 'application/vnd.apple.mpegurl'],
    [`${place}/dash/manifest.mpd`, 'application/dash+xml'],
  ]);
}

function item(
  id: string,
  title: string,
  category: string | undefined,
  seconds: number,
  files: readonly (readonly [string, string])[],
  more: readonly string[] = [],
): string[] {
  const contents = files.flatMap(([url, type]) =>
    element('media:content', { url, type, medium: 'video', duration: seconds.toFixed(3) }),
  );
  return element('item', {}, [
    textElement('guid', id, { isPermaLink: 'false' }),
    textElement('title', title),
    ...(category === undefined ? [] : [textElement('media:category', category)]),
    ...element('media:group', {}, contents),
    ...more,
  ]);
}

function cuePoints(query: URLSearchParams): string[] {
  const text = query.get('cuepoints') ?? CUE_POINTS;
  if (text === '') return [];
  const times = text.split(',');
  if (times.length > CUE_LIMIT || times.some((each) => !/^(-1|\d{1,9})$/.test(each))) {
    throw domainError('REQUEST_INVALID', {
      reason: 'cuepoints must be milliseconds like 0,57600,-1, at most a hundred',
    });
  }
  const optional = (name: string) => {
    const value = query.get(name);
    return value === null ? [] : [textElement(name, value.slice(0, 20))];
  };
  const points = times.flatMap((time, index) =>
    element('cuepoint', { id: `cue-${index + 1}` }, [
      textElement('splicetime', time),
      ...optional('maxcount'),
      ...optional('duration'),
    ]),
  );
  return element('ad:cuepoints', {}, points);
}

/** `/ads/vmap`: the breaks of an asset as VMAP 1.0, each with an ad tag or with its VAST inside. */
import { domainError } from '@interlude/contract/errors';
import { element, xmlDocument } from '../xml/write-element.ts';

export interface VmapLook {
  /** `start`, `end`, `00:00:57.600`, `50%`, `#2`. */
  readonly offsets: readonly string[];
  readonly repeatAfter: string | undefined;
  /** Address of the ads of a break. */
  readonly tagUrl: (breakId: string) => string;
  /** The VAST of a break as inline text (VASTAdData); undefined = by address (AdTagURI). */
  readonly vast: ((breakId: string) => string) | undefined;
  /** Address of a tracker of a break. */
  readonly trackerUrl: (event: string, breakId: string) => string;
}

/** Before, at the second and the third repetition of the loop, after. */
const OFFSETS = 'start,00:00:57.600,00:01:55.200,end';
const OFFSET_LIMIT = 100;
const offsetForm = /^(start|end|\d{2}:\d{2}:\d{2}(\.\d{3})?|\d{1,3}%|#\d{1,3})$/;

/** @throws {DomainError} REQUEST_INVALID */
export function readOffsets(query: URLSearchParams): string[] {
  const offsets = (query.get('offsets') ?? OFFSETS).split(',').filter((each) => each !== '');
  if (offsets.length > OFFSET_LIMIT || offsets.some((each) => !offsetForm.test(each))) {
    throw domainError('REQUEST_INVALID', {
      reason: 'offsets must be like start,00:00:57.600,50%,#2,end, at most a hundred',
    });
  }
  return offsets;
}

const cdata = (text: string) => `<![CDATA[${text}]]>`;

export function writeVmap(look: VmapLook): string {
  const breaks = look.offsets.flatMap((timeOffset, index) => {
    const breakId = `vmap-${index + 1}`;
    const attributes = {
      timeOffset,
      breakType: 'linear',
      breakId,
      repeatAfter: look.repeatAfter,
    };
    return element('vmap:AdBreak', attributes, [
      ...adSource(look, breakId),
      ...element('vmap:TrackingEvents', {}, trackers(look, breakId)),
    ]);
  });
  const names = { 'xmlns:vmap': 'http://www.iab.net/videosuite/vmap', version: '1.0' };
  return xmlDocument(element('vmap:VMAP', names, breaks));
}

function adSource(look: VmapLook, breakId: string): string[] {
  const inside =
    look.vast === undefined
      ? [`<vmap:AdTagURI templateType="vast4">${cdata(look.tagUrl(breakId))}</vmap:AdTagURI>`]
      : ['<vmap:VASTAdData>', withoutProlog(look.vast(breakId)), '</vmap:VASTAdData>'];
  const attributes = { id: breakId, allowMultipleAds: 'true', followRedirects: 'true' };
  return element('vmap:AdSource', attributes, inside);
}

const withoutProlog = (xml: string) => xml.replace(/^<\?xml.*?\?>\s*/, '').trimEnd();

const trackers = (look: VmapLook, breakId: string) =>
  ['breakStart', 'breakEnd', 'error'].map(
    (event) =>
      `<vmap:Tracking event="${event}">${cdata(look.trackerUrl(event, breakId))}</vmap:Tracking>`,
  );

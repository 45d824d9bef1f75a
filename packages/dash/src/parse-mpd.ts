import type { Mpd } from './mpd.ts';
import { parsePeriods } from './parse-periods.ts';
import { baseUrlsOf, dateOf, defined, descriptorsOf, durationOf } from './read-values.ts';
import { type MpdWarning, WarningLog } from './warning.ts';
import { writeElement } from './xml/edit-xml.ts';
import type { XmlLimits } from './xml/parse-xml.ts';
import { parseXml, type XmlDocument } from './xml/parse-xml.ts';
import type { XmlElement } from './xml/xml-element.ts';

const textsOf = (element: XmlElement, name: string) =>
  element
    .childrenNamed(name)
    .map((child) => child.text)
    .filter((text) => text !== '');

/** The typed view of a root element, e.g. of one that was edited. */
export function readMpd(document: XmlDocument, log: WarningLog): Mpd {
  const { root } = document;
  const type = root.attribute('type')?.trim() === 'dynamic' ? 'dynamic' : 'static';
  const duration = (name: string) => durationOf(root, name, log);
  const date = (name: string) => dateOf(root, name, log);
  const mediaPresentationDurationMs = duration('mediaPresentationDuration');
  return {
    document,
    element: root,
    type,
    ...defined<Mpd>({
      id: root.attribute('id'),
      profiles: root.attribute('profiles'),
      availabilityStartTimeMs: date('availabilityStartTime'),
      availabilityEndTimeMs: date('availabilityEndTime'),
      publishTimeMs: date('publishTime'),
      minimumUpdatePeriodMs: duration('minimumUpdatePeriod'),
      timeShiftBufferDepthMs: duration('timeShiftBufferDepth'),
      suggestedPresentationDelayMs: duration('suggestedPresentationDelay'),
      mediaPresentationDurationMs,
      minBufferTimeMs: duration('minBufferTime'),
      maxSegmentDurationMs: duration('maxSegmentDuration'),
      contentSteering: root.child('ContentSteering'),
    }),
    baseUrls: baseUrlsOf(root, log),
    locations: textsOf(root, 'Location'),
    patchLocations: textsOf(root, 'PatchLocation'),
    utcTimings: descriptorsOf(root, 'UTCTiming'),
    periods: parsePeriods(root, { type, mediaPresentationDurationMs }, log),
  };
}

export interface ParsedMpd {
  /** Left out when the text is no MPD at all; the warnings say why. */
  readonly mpd?: Mpd;
  readonly warnings: readonly MpdWarning[];
}

/**
 * Reads an MPD. Never throws: text that is not well-formed, holds a DOCTYPE or exceeds a limit gives no
 * `mpd` and a warning. Warnings about timelines are added when their representation is looked at.
 * @see ISO/IEC 23009-1 5.3
 */
export function parseMpd(text: string, limits: Partial<XmlLimits> = {}): ParsedMpd {
  const log = new WarningLog();
  const xml = parseXml(text, { ...limits, opaque: ['SegmentTimeline'] });
  if (xml.kind === 'broken') {
    log.add('XML_BROKEN', xml.offset, xml.reason);
    return { warnings: log.entries };
  }
  const { root } = xml.document;
  if (root.localName !== 'MPD') {
    log.add('NOT_AN_MPD', root.range?.start ?? -1, `the root is <${root.name}>`);
    return { warnings: log.entries };
  }
  return { mpd: readMpd(xml.document, log), warnings: log.entries };
}

/**
 * The whole text of an MPD, or of an edited root in its place: as it was parsed, byte for byte.
 * @see ISO/IEC 23009-1 §5.3.1
 */
export function writeMpd(mpd: Mpd, root: XmlElement = mpd.element): string {
  return mpd.document.prolog + writeElement(root) + mpd.document.epilog;
}

// The SCTE-35 payload of a DASH Event in any of its carriages, as base64 or hex text (D13):
//   2013:xml       <Signal><SpliceInfoSection …>          the section spelled in XML
//   2014:xml+bin   <Signal><Binary>base64                 the section itself
//   2013:bin       Event text or @messageData             the section itself
import type { DashEvent, XmlElement } from '@interlude/dash';
import { encodeBase64, encodeSection } from '@interlude/scte35';
import { sectionOfXml } from './xml-section.ts';

const SCTE35_SCHEME = /^urn:scte:(?:scte35|dash):/i;
const MAX_DEPTH = 4;

export function isScte35Scheme(schemeIdUri: string): boolean {
  return SCTE35_SCHEME.test(schemeIdUri);
}

function findBelow(element: XmlElement, name: string, depth = 0): XmlElement | undefined {
  if (depth > MAX_DEPTH) return undefined;
  for (const child of element.children) {
    const found = child.localName === name ? child : findBelow(child, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function encoded(element: XmlElement): string | undefined {
  const section = sectionOfXml(element);
  if (section === undefined) return undefined;
  try {
    return encodeBase64(encodeSection(section));
  } catch (error) {
    // Longer than a section may be: no transport could have carried it.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Text form of the payload; undefined when the event carries none that can be read. */
export function payloadOf(event: DashEvent): string | undefined {
  const { element } = event;
  const binary = findBelow(element, 'Binary')?.text;
  if (binary !== undefined && binary !== '') return binary;
  const section = findBelow(element, 'SpliceInfoSection');
  if (section !== undefined) return encoded(section);
  const text = element.text || (element.attribute('messageData')?.trim() ?? '');
  return text === '' ? undefined : text;
}

export * from './addressing.ts';
export { formatDateTime, parseDateTime } from './date-time.ts';
export * from './duration.ts';
export type * from './mpd.ts';
export { type ParsedMpd, parseMpd, writeMpd } from './parse-mpd.ts';
export * from './segments.ts';
export * from './template.ts';
export type { MpdWarning, MpdWarningCode } from './warning.ts';
export type { AttributeChanges } from './xml/attributes.ts';
export { element, withAttributes, withChildren, writeElement } from './xml/edit-xml.ts';
export {
  parseXml,
  XML_LIMITS,
  type XmlDocument,
  type XmlLimits,
  type XmlOptions,
  type XmlResult,
} from './xml/parse-xml.ts';
export { decodeReferences, escapeAttribute, escapeText } from './xml/references.ts';
export { XmlElement, type XmlPiece } from './xml/xml-element.ts';

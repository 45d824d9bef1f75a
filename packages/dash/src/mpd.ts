// The typed view of an MPD. Every object keeps the element it was read from: elements and attributes that the view does
// not model are still there, and an edit starts from it. All times are resolved to milliseconds.

import type { Addressing } from './addressing.ts';
import type { XmlDocument } from './xml/parse-xml.ts';
import type { XmlElement } from './xml/xml-element.ts';

/** Role, Accessibility, UTCTiming, ContentProtection, … (ISO/IEC 23009-1 5.8.2). */
export interface Descriptor {
  readonly element: XmlElement;
  readonly schemeIdUri: string;
  readonly value?: string;
  readonly id?: string;
}

export interface DashEvent {
  readonly element: XmlElement;
  readonly id?: string;
  /** In ticks of the stream's timescale; 0 when left out. */
  readonly presentationTime: number;
  readonly duration?: number;
}

export interface EventStream {
  readonly element: XmlElement;
  readonly schemeIdUri: string;
  readonly value?: string;
  /** Ticks per second; 1 when left out. */
  readonly timescale: number;
  readonly presentationTimeOffset: number;
  readonly events: readonly DashEvent[];
  readonly xlinkHref?: string;
}

export interface BaseUrl {
  readonly element: XmlElement;
  readonly url: string;
  readonly serviceLocation?: string;
  /** Seconds a segment is available earlier than computed; `INF` is read as Infinity. */
  readonly availabilityTimeOffset?: number;
}

export type ContentType = 'video' | 'audio' | 'text' | 'image' | 'application' | 'unknown';

/** Attributes that AdaptationSet and Representation share; those of a Representation include the inherited ones. */
export interface CommonAttributes {
  readonly mimeType?: string;
  readonly codecs?: string;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** As written: `25`, `30000/1001`. */
  readonly frameRate?: string;
  /** Hz, as written (may be a range). */
  readonly audioSamplingRate?: string;
  readonly contentProtections: readonly Descriptor[];
  readonly inbandEventStreams: readonly Descriptor[];
  readonly essentialProperties: readonly Descriptor[];
  readonly supplementalProperties: readonly Descriptor[];
  readonly baseUrls: readonly BaseUrl[];
}

export interface Representation extends CommonAttributes {
  readonly element: XmlElement;
  readonly id: string;
  /** Bits per second; 0 when left out. */
  readonly bandwidth: number;
  /** Decoded on first access: decoding timelines is the costly part of an MPD. */
  readonly addressing: Addressing;
}

export interface AdaptationSet extends CommonAttributes {
  readonly element: XmlElement;
  readonly id?: string;
  readonly contentType: ContentType;
  readonly lang?: string;
  readonly par?: string;
  readonly roles: readonly Descriptor[];
  readonly accessibilities: readonly Descriptor[];
  readonly labels: readonly string[];
  /** I-frame set for trick play (DASH-IF IOP: `http://dashif.org/guidelines/trickmode`). */
  readonly isTrickMode: boolean;
  /** Thumbnail tiles. */
  readonly isThumbnail: boolean;
  readonly xlinkHref?: string;
  readonly representations: readonly Representation[];
}

export interface Period {
  readonly element: XmlElement;
  readonly id?: string;
  /** From the start of the presentation (dynamic: from availabilityStartTime). */
  readonly startMs: number;
  /** Up to the period's end, where that is known. */
  readonly durationMs?: number;
  readonly baseUrls: readonly BaseUrl[];
  readonly adaptationSets: readonly AdaptationSet[];
  readonly eventStreams: readonly EventStream[];
  readonly supplementalProperties: readonly Descriptor[];
  readonly assetIdentifier?: Descriptor;
  readonly xlinkHref?: string;
}

export interface Mpd {
  /** The whole text: {@link writeMpd} prints it. */
  readonly document: XmlDocument;
  readonly element: XmlElement;
  readonly type: 'static' | 'dynamic';
  readonly id?: string;
  readonly profiles?: string;
  /** Epoch ms. */
  readonly availabilityStartTimeMs?: number;
  readonly availabilityEndTimeMs?: number;
  readonly publishTimeMs?: number;
  readonly minimumUpdatePeriodMs?: number;
  readonly timeShiftBufferDepthMs?: number;
  readonly suggestedPresentationDelayMs?: number;
  readonly mediaPresentationDurationMs?: number;
  readonly minBufferTimeMs?: number;
  readonly maxSegmentDurationMs?: number;
  readonly baseUrls: readonly BaseUrl[];
  readonly locations: readonly string[];
  readonly patchLocations: readonly string[];
  readonly utcTimings: readonly Descriptor[];
  readonly contentSteering?: XmlElement;
  /** In order. Early available periods (5.3.2.1: no start can be known) are left out. */
  readonly periods: readonly Period[];
}

/** Rules of the field that the judge does not check itself, each with the clause that it follows. */
import type { RuleArea } from './rule-area.ts';

export const formatsRules: readonly RuleArea[] = [
  {
    title: 'HLS',
    rules: {
      H4: "Numbers of an output follow from the session's plan and the source's time, never from which requests were made. (RFC 8216 §6.2.2)",
      H5: "A session counts its own media sequence, or follows the source's with the difference of its breaks; it never changes between the two. (RFC 8216 §4.3.3.2)",
      H6: 'A source that starts again at a lower media sequence begins a new epoch: a discontinuity, and numbers of the output that keep growing. (RFC 8216 §6.2.1)',
      H15: 'A segment marked EXT-X-GAP counts as a segment and stays one. (RFC 8216bis §4.4.4.7)',
      H18: 'In a live break ads and slate take exactly the time of the content that they replace; ads are whole, and an early return cuts them. (project rule)',
      H19: 'What a break is longer or shorter than its content is carried as drift of less than a segment and is worked off by later breaks. (project rule)',
      H20: 'A plan is append-only: what a session was sent keeps its number and address, so a decision is complete before its break is published. (RFC 8216 §6.2.1)',
      H21: 'A cue between two segment boundaries is moved to the boundary of the rendition that leads, and the offset is known. (project rule)',
      H23: 'Subtitle renditions carry a segment, empty if need be, for every ad segment, and the same discontinuities. (RFC 8216 §3.5)',
      H24: "Every audio rendition has the break: by language, else the ad's default, else silence. (RFC 8216 §4.3.4.1)",
      H25: 'I-frame playlists carry the break like every rendition, or the session is offered none. (RFC 8216 §4.3.4.3)',
      H26: 'CLOSED-CAPTIONS of the multivariant playlist stay; ads need no captions. (RFC 8216 §4.3.4.1)',
      H27: 'A variant gets the ad rendition nearest in codec, size and bandwidth; an ad without one for any variant is left out for the whole session. (project rule)',
      H29: 'A stitched low-latency playlist waits for, and announces, numbers of the output, not of the source. (RFC 8216bis §6.2.5.2)',
      H30: 'An interstitial is a date range of class com.apple.hls.interstitial with a unique id, a start and an asset. (RFC 8216bis appendix D)',
      H31: 'A request for an asset list that joins within a break gets what is left of it. (RFC 8216bis appendix D)',
      H32: 'Asset lists that are fetched early are answered with the decision of the session and break. (project rule)',
      H34: 'Outputs of a session are not stored by caches; shared ones are no longer than half a target duration. (RFC 8216 §6.3.4)',
      H35: 'Every rendition of a session follows one plan, also in another process or after a restart. (project rule)',
      H37: 'Requests that arrive together make one decision for a session and break. (project rule)',
    },
  },
  {
    title: 'DASH',
    rules: {
      D10: 'Ads have a BaseURL of their own whose segments are all available; addresses of content resolve against the source MPD after redirects. (ISO/IEC 23009-1 §5.6)',
      D13: 'A break starts at presentationTime in the timescale of its EventStream, less its offset, behind its Period; its duration is that of the event, else of the message. (ISO/IEC 23009-1 §5.10, SCTE 214-1)',
      D14: 'An event that is listed again is one event; of a source with several Periods the first one of each can be chosen. (ISO/IEC 23009-1 §5.10)',
      D17: 'Of several messages for one splice the first counts; cancellation and early end are followed, information is not. (SCTE 214-1)',
      D18: 'Faults of a source, such as another availabilityStartTime, are warnings with a name. (ISO/IEC 23009-1 §5.3.1)',
      D21: 'Remote Periods (xlink) are resolved before they are used, or refused. (ISO/IEC 23009-1 §5.5)',
    },
  },
  {
    title: 'SCTE 35',
    rules: {
      'SCTE-S1':
        'splice_insert opens a break when it leaves the network and closes it on return; a cancellation takes back what has not begun. (SCTE 35 §9.7.3)',
      'SCTE-S2':
        'time_signal is read through its segmentation descriptors, whose types come in pairs of start and end. (SCTE 35 §10.3.3)',
      'SCTE-S3':
        'The outermost configured start opens a break; starts of single ads within it do not, and the end that matches it closes it. (SCTE 35 §10.3.3)',
      'SCTE-S4':
        'A splice time is pts_time plus pts_adjustment modulo 2^33, and is compared over the roll-over. (SCTE 35 §9.6, §9.8.1)',
      'SCTE-S5':
        "The duration is that of the message, else the channel's default; a return before it ends the break at once. (SCTE 35 §9.8.2)",
      'SCTE-S6':
        'A message that is sent again is the same break; another duration updates its end. (SCTE 35 §9.7.3)',
      'SCTE-S7':
        'Markers in any order give breaks that do not overlap: an end alone, a second start and a start in the past are defined. (project rule)',
      'SCTE-S8':
        'A section whose CRC_32 is wrong or that is encrypted is not used; unknown commands and descriptors are passed over by their length; UPIDs are decoded. (SCTE 35 §9.6, §10.3.3)',
      'SCTE-S9':
        'Delivery restrictions of a descriptor are given to the ad server; where web delivery is not allowed, slate fills the break if the channel requires it. (SCTE 35 §10.3.3)',
    },
  },
  {
    title: 'VAST and VMAP',
    rules: {
      V1: 'VAST 2.0 to 4.3 and VMAP 1.0 are read; a wrapper chain has a limit of depth, and a break one deadline. (VAST 4.3 §3.19, VMAP 1.0)',
      V2: "A wrapper's attributes are followed, and its trackers are added to those of the ad. (VAST 4.3 §3.19)",
      V3: 'Ads with a sequence are a pod in that order; ads without one stand in for those that cannot be used. (VAST 4.3 §3.3)',
      V4: 'An ad that is not used calls its error addresses, with the error code in place of [ERRORCODE]. (VAST 4.3 §2.3.6)',
      V5: 'Macros are replaced and encoded once; an unknown value is -1, one that may not be shared -2. (VAST 4.3 §6)',
      V6: 'SERVERSIDE and the device headers say who calls a tracker on behalf of whom. (VAST 4.3 §6)',
      V7: 'A clip is known by its universal ad id, else by the ids of ad and creative, its media file or its address. (VAST 4.3 §3.7)',
      V8: 'The conditioned duration counts, not the announced one; an ad without linear media is left out. (VAST 4.3 §3.8)',
      V9: "A VMAP offset is a start, an end, a time, a percentage or a position; a break's trackers are called also when it is empty. (VMAP 1.0, AdBreak@timeOffset)",
      V10: 'Two ads of one advertiser or category do not stand in one pod, unless the ad server ordered them; a session is given a creative as often as its channel allows. (VAST 4.3 §3.4)',
      V11: 'Empty answers, wrong charsets and stray white space are normal cases; documents have limits and no DTD. (project rule)',
    },
  },
  {
    title: 'Beacons',
    rules: {
      B1: 'A beacon is called when its segment is requested, never when a manifest is. (project rule)',
      B2: 'A segment calls the events that lie within it; complete belongs to the last one. (VAST 4.3 §3.14)',
      B5: 'Seeking back calls no event a second time. (VAST 4.3 §3.14)',
      B6: "Where ad segments come from a CDN, the beacon is called by a redirect, by the client, or from the CDN's log. (project rule)",
      B7: 'A client that calls its own beacons gets them as JSON, page by page. (project rule)',
      B8: 'The events have the names impression, start, firstQuartile, midpoint, thirdQuartile, complete and click. (VAST 4.3 §3.14)',
    },
  },
];

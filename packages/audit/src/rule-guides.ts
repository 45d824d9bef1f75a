/**
 * `error`: a breach of what the standard requires, by which players stop, jump or play the wrong thing;
 * `warning`: a breach of what it recommends, or of what a stitched output should keep for weaker players.
 */
export const severities = ['warning', 'error'] as const;
export type Severity = (typeof severities)[number];

/** Explains a rule to a person who meets it for the first time. */
export interface RuleGuide {
  /** Document and section that the rule follows. */
  readonly clause: string;
  /** Of a finding unless its check declares a lesser one. */
  readonly severity: Severity;
  /** One sentence: what to do about a finding. */
  readonly advice: string;
}

const mpd = (section: string) => `ISO/IEC 23009-1 §${section}`;

/** Clause, severity and advice of each rule of `AUDIT_RULES`. */
export const RULE_GUIDES = {
  H1: {
    clause: 'RFC 8216 §6.2.1',
    severity: 'error',
    advice:
      'Number segments from one counter per rendition that all servers share, and never rewrite a segment that was published.',
  },
  H2: {
    clause: 'RFC 8216 §6.2.2',
    severity: 'error',
    advice:
      'Raise EXT-X-DISCONTINUITY-SEQUENCE by one for each EXT-X-DISCONTINUITY whose segment leaves the playlist, and not before.',
  },
  H3: {
    clause: 'RFC 8216 §6.2.4',
    severity: 'error',
    advice:
      'Count discontinuities from the timeline of the session, not per playlist, and give every rendition each of them.',
  },
  H7: {
    clause: 'RFC 8216 §4.3.2.3',
    severity: 'error',
    advice:
      'Write exactly one EXT-X-DISCONTINUITY before the first segment of each ad and on return.',
  },
  H8: {
    clause: 'RFC 8216 §4.3.2.5',
    severity: 'error',
    advice:
      'Print EXT-X-MAP again wherever the initialization changes and at the start of each window.',
  },
  H9: {
    clause: 'RFC 8216 §4.3.2.4, §5.2',
    severity: 'error',
    advice:
      'Write METHOD=NONE before clear ads, and the content key with its explicit IV on return and at the start of each window.',
  },
  H10: {
    clause: 'RFC 8216 §4.3.2.2',
    severity: 'error',
    advice: 'Write the offset of every EXT-X-BYTERANGE that follows another resource.',
  },
  H11: {
    clause: 'RFC 8216 §4.3.2.6',
    severity: 'error',
    advice:
      'Date ads by the clock of the programme that they replace, and print EXT-X-PROGRAM-DATE-TIME after every discontinuity.',
  },
  H12: {
    clause: 'RFC 8216 §4.3.3.1',
    severity: 'error',
    advice:
      'Encode ads in segments no longer than the target duration of the content, and keep that for the life of the stream.',
  },
  H13: {
    clause: 'RFC 8216 §7',
    severity: 'error',
    advice: 'Raise EXT-X-VERSION to what the tags of the playlist require.',
  },
  H14: {
    clause: 'RFC 8216 §4.3.2.7',
    severity: 'error',
    advice:
      'Publish a date range with the same attributes each time, and give another ID to another range.',
  },
  H16: {
    clause: 'RFC 8216bis §4.4.2.3',
    severity: 'error',
    advice: 'Define the variable with EXT-X-DEFINE in this playlist, or write its value.',
  },
  H17: {
    clause: 'RFC 8216bis §4.4.3.8, §6.2.5.1',
    severity: 'error',
    advice:
      'Answer with EXT-X-SKIP only to requests with _HLS_skip, and offer CAN-SKIP-UNTIL of at least six target durations.',
  },
  H22: {
    clause: 'RFC 8216 §6.2.4',
    severity: 'error',
    advice:
      'Cut every rendition at the time of the splice, and use ads whose tracks have the same length.',
  },
  H28: {
    clause: 'RFC 8216bis §4.4.4.9',
    severity: 'error',
    advice: 'Declare the longest part as PART-TARGET of EXT-X-PART-INF.',
  },
  H33: {
    clause: 'RFC 8216 §6.2.2',
    severity: 'error',
    advice:
      'Look at the origin and at the caches in front of it: the playlist is to be served, and to get a new segment within one and a half target durations.',
  },
  H36: {
    clause: 'RFC 8216 §4.3.3.5',
    severity: 'error',
    advice: 'Decide the ads of a session once, before its first playlist is served.',
  },
  D1: {
    clause: mpd('5.4.1'),
    severity: 'error',
    advice: 'Publish every Period and track with its final id, start and offset the first time.',
  },
  D2: {
    clause: mpd('5.4.1'),
    severity: 'error',
    advice: 'Add segments and Periods at the end alone, and remove them at the front alone.',
  },
  D3: {
    clause: 'DASH-IF IOP, Timing model',
    severity: 'error',
    advice:
      'Set presentationTimeOffset of content that returns to the media time at the start of its Period.',
  },
  D4: {
    clause: mpd('5.4.1'),
    severity: 'error',
    advice:
      'Serve each MPD from the newest state, and keep a Period until it has left the time-shift buffer.',
  },
  D5: {
    clause: 'DASH-IF IOP, Timing model',
    severity: 'error',
    advice: 'Publish a Period together with its first segment, not before.',
  },
  D6: {
    clause: mpd('5.3.2.2'),
    severity: 'error',
    advice: 'Derive Period ids from break and position, so that every server writes the same ones.',
  },
  D7: {
    clause: mpd('5.3.9'),
    severity: 'error',
    advice:
      'Count startNumber and the first S@t on from the segments that were left out, and clip the timeline to its Period.',
  },
  D8: {
    clause: 'DASH-IF IOP, Timing model',
    severity: 'error',
    advice: 'Begin each Period at the end of the last segment before it, or fill the hole.',
  },
  D9: {
    clause: mpd('5.3.2.4'),
    severity: 'error',
    advice:
      'Declare continuity or connectivity only between Periods of the same content whose AdaptationSets have the same ids.',
  },
  D11: {
    clause: mpd('5.3.1.2'),
    severity: 'error',
    advice: 'Set publishTime to the time of the change, and give live MPDs a minimumUpdatePeriod.',
  },
  D12: {
    clause: mpd('5.8.4.11'),
    severity: 'warning',
    advice: 'Offer the same UTCTiming from every server for the life of the session.',
  },
  D15: {
    clause: mpd('5.10'),
    severity: 'warning',
    advice: 'Remove EventStream and InbandEventStream of the content from ad Periods.',
  },
  D16: {
    clause: mpd('5.3.2.4'),
    severity: 'warning',
    advice: 'Encode ads with all tracks of the content, and give their sets the same ids.',
  },
  D19: {
    clause: mpd('5.3.1.2'),
    severity: 'warning',
    advice: 'Keep suggestedPresentationDelay for the life of the session.',
  },
  D20: {
    clause: mpd('5.3.1.2'),
    severity: 'error',
    advice:
      'Set mediaPresentationDuration to the sum of the Periods, and begin each where the one before ends.',
  },
  D22: {
    clause: mpd('5.4.1'),
    severity: 'error',
    advice:
      'Look at the packager and at the caches in front of the MPD: a live presentation is to get a new segment with every update.',
  },
  B3: {
    clause: 'VAST 4.2 §3.14.1',
    severity: 'error',
    advice: 'Send the events of an ad in the order of its timeline, after its impression.',
  },
  B4: {
    clause: 'VAST 4.2 §3.14.1',
    severity: 'error',
    advice: 'Note an event before it is sent, so that it is not sent again after a restart.',
  },
} as const satisfies Readonly<Record<string, RuleGuide>>;

/**
 * The rules of the monitor beyond those of the audit: they compare source, splice plan and output, and judge delivery.
 * docs/reference/audit-rules.md is generated from it.
 */
import type { FindingOwner, FindingSeverity } from '@interlude/contract';

export interface MonitorRule {
  /** The rule in one sentence. */
  readonly title: string;
  readonly clause: string;
  readonly severity: FindingSeverity;
  /** Owner of a finding that does not name its own. */
  readonly owner: FindingOwner;
  /** One sentence: what to do. */
  readonly advice: string;
}

const ours = 'docs/manual/16-monitoring.md';

export const MONITOR_RULES = {
  T1: {
    title: 'A marker stands in every rendition',
    clause: 'RFC 8216 §6.2.4',
    severity: 'warning',
    owner: 'source',
    advice: 'Have the packager write the marker into every rendition at the same time.',
  },
  T2: {
    title: 'A marker is announced before or with the first segment of its break',
    clause: 'SCTE 35 §9.2',
    severity: 'warning',
    owner: 'source',
    advice: 'Send the splice message 4 s or more ahead, and publish the marker with its segment.',
  },
  T3: {
    title: 'A break lasts as long as its marker says',
    clause: 'SCTE 35 §9.8.1',
    severity: 'warning',
    owner: 'source',
    advice: 'Signal the duration that the break has, or end it with a marker of its own in time.',
  },
  T4: {
    title: 'Ads are decided before the output reaches their break',
    clause: ours,
    severity: 'warning',
    owner: 'ad-server',
    advice: 'Have the ad server answer faster, announce breaks earlier, or prefetch ads.',
  },
  T5: {
    title: 'The output shows the ads of its plan, each as long as planned',
    clause: ours,
    severity: 'error',
    owner: 'platform',
    advice:
      'Report it with the evidence of the break: the stitcher published what it did not plan.',
  },
  T6: {
    title: 'A manifest of the source can be read',
    clause: 'RFC 9110 §15',
    severity: 'error',
    owner: 'source',
    advice: 'Look at the origin: it refuses, fails or does not answer.',
  },
  T7: {
    title: 'The source answers within half of its reload interval',
    clause: 'RFC 8216 §6.3.4',
    severity: 'warning',
    owner: 'source',
    advice: 'Look at the load of the origin and the way to it, or put a cache before it.',
  },
  T8: {
    title: 'The newest segment of the source is near the time of day, and stays there',
    clause: 'RFC 8216 §4.3.2.6',
    severity: 'warning',
    owner: 'source',
    advice: 'Set the clock of the encoder by NTP: breaks at a time of day come early or late.',
  },
  T9: {
    title: 'A manifest of the output can be read',
    clause: 'RFC 9110 §15',
    severity: 'error',
    owner: 'platform',
    advice: 'Look at the log of the stitcher, and at what stands before it.',
  },
  T10: {
    title: 'The output moves on while the source does',
    clause: 'RFC 8216 §6.2.2',
    severity: 'error',
    owner: 'platform',
    advice: 'Compare the public address with that of the stitcher: a cache may keep playlists.',
  },
  T11: {
    title: 'The output answers within half of its reload interval',
    clause: 'RFC 8216 §6.3.4',
    severity: 'warning',
    owner: 'platform',
    advice: 'Look at the load of the stitcher: start another one, or more processor.',
  },
  T12: {
    title: 'A segment of an ad can be loaded, faster than it plays',
    clause: 'RFC 8216 §6.3.3',
    severity: 'error',
    owner: 'cdn',
    advice: 'Look at the server that the finding names: viewers stall or skip the ad.',
  },
  T13: {
    title:
      'A break shows ads: slate for the rest alone, and content alone where no fault is the reason',
    clause: ours,
    severity: 'warning',
    owner: 'ad-server',
    advice: 'Look at why no ad was placed in the record of the break.',
  },
  T14: {
    title: 'A creative is shown once in a break',
    clause: 'VAST 4.3 §3.7.1',
    severity: 'warning',
    owner: 'ad-server',
    advice: 'Have the ad server separate creatives, or give them one UniversalAdId.',
  },
  T15: {
    title: 'An impression arrives for each ad that was shown',
    clause: 'VAST 4.3 §3.14',
    severity: 'warning',
    owner: 'ad-server',
    advice: 'Look at the trackers that do not answer: impressions are lost.',
  },
  T16: {
    title: 'A scheduled break comes at its time',
    clause: ours,
    severity: 'warning',
    owner: 'source',
    advice: 'Compare the clock of the schedule with the dates of the source.',
  },
  T17: {
    title: 'The picture beside a splice is not black',
    clause: ours,
    severity: 'warning',
    owner: 'creative',
    advice:
      'Look at the pictures of the splice, and cut the black ends off the creative or programme.',
  },
  T18: {
    title: 'The picture beside a splice moves',
    clause: ours,
    severity: 'warning',
    owner: 'creative',
    advice: 'Look at the pictures of the splice: the encoder of the creative or source may hang.',
  },
  T19: {
    title: 'Sound is not silent for over half a second at a splice',
    clause: ours,
    severity: 'warning',
    owner: 'creative',
    advice:
      'Listen to the splice: cut the silence off, or give the creative the sound that it lacks.',
  },
  T20: {
    title: 'Picture and sound of an ad begin together',
    clause: 'ITU-R BT.1359-1 §2',
    severity: 'warning',
    owner: 'creative',
    advice:
      'Encode the creative again, or have the ad server send one whose tracks begin together.',
  },
  T21: {
    title: 'An ad is not louder than its programme',
    clause: 'EBU R 128; ITU-R BS.1770-4',
    severity: 'warning',
    owner: 'creative',
    advice:
      'Turn on the audio normalization of the channel, or have the creative mixed to its target.',
  },
  T22: {
    title: 'The media beside a splice can be decoded',
    clause: 'RFC 8216 §3',
    severity: 'error',
    owner: 'creative',
    advice: 'Play the segment that the finding names: viewers stall or see broken pictures.',
  },
} as const satisfies Readonly<Record<string, MonitorRule>>;

export type MonitorRuleId = keyof typeof MONITOR_RULES;

/** Rules about media that are decoded at splices. */
const ofSplices: ReadonlySet<string> = new Set(['T17', 'T18', 'T19', 'T20', 'T21', 'T22']);

/**
 * Whether a rule is about media decoded at a splice: such findings are not replayed, as no manifest contains them.
 * @returns true for T17 to T22
 */
export const isSpliceRule = (rule: string): boolean => ofSplices.has(rule);

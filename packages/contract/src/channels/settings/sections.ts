/** The sections in which the editor and the manual list the settings of a channel, in their order (CHE-004). */

interface Section {
  /** Also the fragment that leads to the section in the editor. */
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  readonly group?: 'advanced';
}

const group = 'advanced' as const;

export const settingSections = [
  { id: 'details', title: 'Channel details' },
  {
    id: 'source',
    title: 'Source',
    hint: 'The stream as viewers would see it without ad insertion.',
  },
  { id: 'profile', title: 'Profile', hint: 'How creatives are encoded for this channel.' },
  {
    id: 'ad-server',
    title: 'Ad server',
    hint: 'Receives an ad request for every break. Without a response in time, viewers see slate or content.',
  },
  { id: 'ad-breaks', title: 'Ad break management' },
  { id: 'pre-roll', title: 'Pre-roll' },
  { id: 'presentation-delay', title: 'Suggested presentation delay' },
  {
    id: 'segmentation',
    title: 'Segmentation configuration',
    hint: 'Which markers of the source open and close a break.',
  },
  {
    id: 'ad-beacons',
    title: 'Ad beacons',
    hint: 'Beacons of the platform, in addition to the trackers of the ads. Macros such as [SESSIONID] and [ADID] are expanded.',
  },
  { id: 'beacon-settings', title: 'Beacon settings' },
  {
    id: 'custom-beacons',
    title: 'Custom beacon server',
    hint: 'Additional trackers of every ad, sent by the player.',
  },
  { id: 'live', title: 'Live window', group },
  { id: 'hls', title: 'HLS playlists', group },
  { id: 'stitcher', title: 'VoD stitcher', group },
  {
    id: 'ad-clip-identifier',
    title: 'Ad clip identifier',
    group,
    hint: 'What identifies a creative, so that it is encoded once. Neither: the ids that the ad server sends.',
  },
  {
    id: 'ad-slate',
    title: 'Ad slate',
    group,
    hint: 'Fills the rest of a break after its ads, or the whole break when there are none.',
  },
  { id: 'audio-normalization', title: 'Audio normalization', group },
  { id: 'scheduler', title: 'Scheduler', group },
  { id: 'output', title: 'Output tracks', group },
  { id: 'cache', title: 'Prefetch and cache', group },
  {
    id: 'locations',
    title: 'Location replacement',
    group,
    hint: 'Rewrites addresses in the output, for example to your own CDN.',
  },
  { id: 'authentication', title: 'Authentication', group },
] as const satisfies readonly Section[];

export type SettingSection = Section & { readonly id: SettingSectionId };
export type SettingSectionId = (typeof settingSections)[number]['id'];

export { type AdIdentity, adClipId } from './ad-clip-id.ts';
export type { AudioTrack, ConditioningProfile, PictureRendition } from './conditioning-profile.ts';
export { profileText } from './conditioning-profile.ts';
export { ladderOfDash } from './ladder/ladder-of-dash.ts';
export { type HlsSource, ladderOfHls } from './ladder/ladder-of-hls.ts';
export { profileOfLadder, type SourceLadder } from './ladder/source-ladder.ts';
export { usualLadder } from './ladder/usual-ladder.ts';

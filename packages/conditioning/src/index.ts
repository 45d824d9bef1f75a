export type { AudioTrack, ConditioningProfile, PictureRendition } from './conditioning-profile.ts';
export { profileText } from './conditioning-profile.ts';

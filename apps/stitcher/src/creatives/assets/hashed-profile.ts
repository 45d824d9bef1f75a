/** The conditioning profile of a channel's creatives and its hash, computed once per source ladder and settings. */
import {
  type ConditioningProfile,
  profileOfLadder,
  type SourceLadder,
} from '@interlude/conditioning';
import type { ChannelSettings } from '@interlude/contract';
import { profileHashOf } from '@interlude/persistence';

export interface HashedProfile {
  readonly profile: ConditioningProfile;
  readonly hash: string;
}

type Settings = Pick<ChannelSettings, 'profile' | 'includeMediaTracks'>;

const known = new WeakMap<SourceLadder, WeakMap<Settings['profile'], HashedProfile>>();

export function hashedProfileOf(ladder: SourceLadder, settings: Settings): HashedProfile {
  let bySettings = known.get(ladder);
  if (!bySettings) {
    bySettings = new WeakMap();
    known.set(ladder, bySettings);
  }
  // Every save makes new objects of all settings, so the identity of one of them is the version.
  let hashed = bySettings.get(settings.profile);
  if (!hashed) {
    const profile = profileOfLadder(ladder, settings);
    hashed = { profile, hash: profileHashOf(profile) };
    bySettings.set(settings.profile, hashed);
  }
  return hashed;
}

/** The form of a channel's creatives: its source's ladder with its settings, worked out once for both. */
import {
  type ConditioningProfile,
  profileOfLadder,
  type SourceLadder,
} from '@interlude/conditioning';
import type { ChannelSettings } from '@interlude/contract';
import { profileHashOf } from '@interlude/persistence';

export interface ChannelForm {
  readonly profile: ConditioningProfile;
  readonly hash: string;
}

type Settings = Pick<ChannelSettings, 'profile' | 'includeMediaTracks'>;

const known = new WeakMap<SourceLadder, WeakMap<Settings['profile'], ChannelForm>>();

export function formOf(ladder: SourceLadder, settings: Settings): ChannelForm {
  let bySettings = known.get(ladder);
  if (!bySettings) {
    bySettings = new WeakMap();
    known.set(ladder, bySettings);
  }
  // Every save makes new objects of all settings, so one of them tells the version.
  let form = bySettings.get(settings.profile);
  if (!form) {
    const profile = profileOfLadder(ladder, settings);
    form = { profile, hash: profileHashOf(profile) };
    bySettings.set(settings.profile, form);
  }
  return form;
}

/** All settings of a channel, in the order in which editor and manual list them within their section. */
import type { z } from 'zod';
import type { SecretSetting } from '../../secrets.ts';
import { adServerSettings, preRollSettings } from './ad-server.ts';
import { authenticationSettings } from './authentication.ts';
import { beaconSettings } from './beacons.ts';
import { breakSettings, segmentationSettings } from './breaks.ts';
import { creativeSettings, slateSettings } from './creatives.ts';
import { detailSettings, schedulerSettings } from './details.ts';
import { hlsSettings, liveSettings, locationSettings, outputSettings } from './outputs.ts';
import {
  isGroup,
  type PathsOf,
  type Setting,
  type SettingText,
  type SettingTree,
} from './setting.ts';
import { cacheSettings, sourceSettings } from './source.ts';
import { stitcherSettings } from './stitcher.ts';

export const channelSettingTree = {
  ...detailSettings,
  ...sourceSettings,
  ...creativeSettings,
  ...adServerSettings,
  ...breakSettings,
  ...preRollSettings,
  ...segmentationSettings,
  ...beaconSettings,
  ...liveSettings,
  ...hlsSettings,
  ...stitcherSettings,
  ...slateSettings,
  ...schedulerSettings,
  ...outputSettings,
  ...cacheSettings,
  ...locationSettings,
  ...authenticationSettings,
};

/** Path of a setting or of a group of settings, e.g. `adSource.url`. */
export type SettingPath = PathsOf<typeof channelSettingTree>;

export interface ChannelSetting extends Setting {
  readonly path: SettingPath;
}

/** An entry of the editor: a setting, or a group that is edited as a whole. */
export interface EditedSetting extends SettingText {
  readonly path: SettingPath;
  readonly schema: z.ZodType;
}

function listed(tree: SettingTree, above: string): EditedSetting[] {
  return Object.entries(tree).flatMap(([name, entry]) => {
    const path = `${above}${name}` as SettingPath;
    if (!isGroup(entry)) return [{ ...entry, path }];
    const { schema, whole, settings } = entry;
    return [
      ...(whole === undefined ? [] : [{ ...whole, path, schema }]),
      ...listed(settings, `${path}.`),
    ];
  });
}

/** Settings and groups with a text of their own; a group comes before what is in it. */
export const editedSettings: readonly EditedSetting[] = listed(channelSettingTree, '');

/** The settings themselves, without groups: each is one line of the manual. */
export const channelSettingList: readonly ChannelSetting[] = editedSettings.filter(
  (entry): entry is ChannelSetting => 'effect' in entry,
);

function kindOf({ control, schema }: ChannelSetting): SecretSetting['kind'] {
  if (control === 'url') return 'user-info';
  return schema.safeParse({}).success ? 'values' : 'text';
}

/** The settings that are or contain secrets, with the settings of their destinations (rule SEC-S23). */
export const channelSecrets: readonly SecretSetting[] = channelSettingList.flatMap((entry) => {
  const { path, sentTo } = entry;
  return sentTo === undefined ? [] : [{ path, kind: kindOf(entry), sentTo }];
});

/** Addresses that viewers and all roles read unmasked: none may have `user:password@` (rule SEC-S24). */
export const publicAddressPaths: readonly SettingPath[] = channelSettingList.flatMap(
  ({ path, control, sentTo }) => (control === 'url' && sentTo === undefined ? [path] : []),
);

const byPath = new Map<string, EditedSetting>(editedSettings.map((entry) => [entry.path, entry]));

/** The setting at a path, or the innermost one around it: `profile` of `profile.vendor.key`. */
export function settingAround(path: string): EditedSetting | undefined {
  const found = byPath.get(path);
  const end = path.lastIndexOf('.');
  return found === undefined && end > 0 ? settingAround(path.slice(0, end)) : found;
}

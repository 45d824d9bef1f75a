import {
  type ChannelSetting,
  channelSettingList,
  channelTypes,
  inputOf,
  settingSections,
} from '@interlude/contract';
import { page, table } from './page.ts';

/** Accepted values: `0 to 600 s`, the values of an enumeration, or empty. */
function accepts({ schema, control, unit = '' }: ChannelSetting): string {
  const input = inputOf(schema, control);
  if (input.kind === 'choice') return input.values.map((value) => `\`${value}\``).join(', ');
  if (input.kind !== 'number') return unit;
  const { min, max } = input;
  if (min === undefined) return unit;
  const range = max === undefined ? `${min} or more` : `${min} to ${max}`;
  return `${range.replaceAll('-', '−')} ${unit}`.trim();
}

function proofs({ proof }: ChannelSetting): string {
  return proof
    .map((each) => {
      const [file = '', name = ''] = each.split(' › ');
      return `\`${file}\` › \`${name}\``;
    })
    .join('<br>');
}

function line(setting: ChannelSetting): string[] {
  const { path, label, types = channelTypes, effect } = setting;
  return [
    `\`${path}\``,
    label,
    types.length === channelTypes.length ? '' : types.join(', '),
    accepts(setting),
    effect,
    proofs(setting),
  ];
}

export function channelFieldsPage(): string {
  const parts = settingSections.flatMap(({ id, title }) => {
    const settings = channelSettingList.filter(({ section }) => section === id);
    return settings.length === 0
      ? []
      : [
          `## ${title}`,
          table(
            ['field', 'label', 'shown for', 'accepts', 'effect', 'proven by'],
            settings.map(line),
          ),
        ];
  });
  return page(
    '12 Fields of a channel',
    'packages/contract/src/channels/settings',
    'Every field that an operator can set, by section of the editor: its effect on the stream and the tests that prove it. Defaults are in the [OpenAPI](../reference/openapi.json); how the fields work together is in [What the stitcher understands](7-stitching.md). A save takes effect at the next break of each session; a change to how the source is read restarts the channel’s sessions.',
    ...parts,
    '`adSource.params`, `profile`, `segmentationConfiguration` and `cacheList` are JSON. Unlisted keys of `profile` and `segmentationConfiguration` are kept; a key of `segmentationConfiguration` that is a SHA-256 holds a configuration of its own ([stitching](7-stitching.md#segmentationconfiguration)).',
  );
}

/** The fields of an item beside its cue points (PLY-012). */
import { type PlaylistType, playlistSourceTypes, spliceTypes } from '@interlude/contract';
import { NumberInput, Select, TextInput } from '@mantine/core';
import { settingId } from '../../../components/problem-summary/show-setting.ts';
import { t } from '../../../texts/t.ts';
import type { ItemValues, Problems } from '../playlist-values.ts';

interface ItemFieldsProps {
  readonly item: ItemValues;
  /** Path of the item in the values, e.g. `contents.3`. */
  readonly path: string;
  readonly type: PlaylistType;
  readonly problems: Problems;
  readonly onChange: (changed: Partial<ItemValues>) => void;
}

export function ItemFields({ item, path, type, problems, onChange }: ItemFieldsProps) {
  const { sourceType, url, spliceType, duration } = item;
  const setSource = (picked: string | null) => {
    const next = playlistSourceTypes.find((each) => each === picked);
    if (next !== undefined) onChange({ sourceType: next });
  };
  const setSplice = (picked: string | null) => {
    const next = spliceTypes.find((each) => each === picked);
    if (next !== undefined) onChange({ spliceType: next });
  };
  return (
    <div className="item-fields">
      <Select
        label={t('Source type')}
        allowDeselect={false}
        data={[...playlistSourceTypes]}
        id={settingId(`${path}.sourceType`)}
        error={problems['sourceType']}
        value={sourceType}
        onChange={setSource}
      />
      {sourceType === 'url' ? (
        <TextInput
          className="item-address"
          label={t('URL')}
          type="url"
          withAsterisk
          autoComplete="off"
          spellCheck={false}
          placeholder={t('https://cdn.example.com/asset/master.m3u8')}
          id={settingId(`${path}.url`)}
          error={problems['url']}
          value={url}
          onChange={(event) => onChange({ url: event.currentTarget.value.trim() })}
        />
      ) : (
        <p className="item-address dimmed">
          {type === 'vod2live'
            ? t('A linear playlist cannot have placeholders: all viewers see the same items.')
            : t(
                'Filled from ?content=… in the URL of the playlist; the first value fills the first placeholder.',
              )}
        </p>
      )}
      <Select
        label={t('Splice type')}
        allowDeselect={false}
        data={[...spliceTypes]}
        id={settingId(`${path}.spliceType`)}
        error={problems['spliceType']}
        value={spliceType}
        onChange={setSplice}
      />
      <NumberInput
        className="item-seconds"
        label={t('Duration (sec.)')}
        clampBehavior="none"
        min={1}
        id={settingId(`${path}.duration`)}
        error={problems['duration']}
        value={duration}
        onChange={(typed) => onChange({ duration: typeof typed === 'number' ? typed : '' })}
      />
    </div>
  );
}

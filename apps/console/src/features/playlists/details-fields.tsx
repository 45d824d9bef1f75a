/** Name, status and type; for a linear playlist also start, loop and filler (PLY-006, PLY-007). */
import { Select, Switch, TextInput } from '@mantine/core';
import { settingId } from '../../components/problem-summary/show-setting.ts';
import { t } from '../../texts/t.ts';
import { usePlaylistChoices } from './playlist-queries.ts';
import { type PlaylistValues, type Problems, utcFieldText } from './playlist-values.ts';

interface DetailsFieldsProps {
  readonly values: PlaylistValues;
  readonly problems: Problems;
  readonly onChange: (changed: Partial<PlaylistValues>) => void;
}

/** Now, rounded down to the minute. */
function thisMinute(): string {
  return utcFieldText(new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString());
}

export function DetailsFields({ values, problems, onChange }: DetailsFieldsProps) {
  const { types, statuses } = usePlaylistChoices();
  const { name, type, status, startDate } = values;
  const setType = (picked: string | null) => {
    const next = types.find((each) => each === picked);
    if (next === undefined) return;
    const needsStart = next === 'vod2live' && startDate === '';
    onChange({ type: next, ...(needsStart && { startDate: thisMinute() }) });
  };
  const setStatus = (picked: string | null) => {
    const next = statuses.find((each) => each === picked);
    if (next !== undefined) onChange({ status: next });
  };
  return (
    <div className="settings-fields">
      <TextInput
        className="wide"
        label={t('Name')}
        withAsterisk
        autoComplete="off"
        maxLength={200}
        id={settingId('name')}
        error={problems['name']}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t('Status')}
        description={t('A disabled playlist is not served.')}
        allowDeselect={false}
        data={[...statuses]}
        id={settingId('status')}
        error={problems['status']}
        value={status}
        onChange={setStatus}
      />
      <Select
        label={t('Type')}
        description={
          type === 'vod2live'
            ? t('Linear: all viewers see the same item at the same time.')
            : t('On demand: each viewer starts with the first item.')
        }
        allowDeselect={false}
        data={[...types]}
        id={settingId('type')}
        error={problems['type']}
        value={type}
        onChange={setType}
      />
      {type === 'vod2live' && <LinearFields {...{ values, problems, onChange }} />}
    </div>
  );
}

function LinearFields({ values, problems, onChange }: DetailsFieldsProps) {
  const { startDate, loops, fillerUrl, items } = values;
  const hasCuePoints = items.some(({ cuePoints }) => cuePoints.length > 0);
  return (
    <>
      <TextInput
        type="datetime-local"
        step={1}
        label={t('Start date (UTC)')}
        description={t('Start of the first item.')}
        withAsterisk
        id={settingId('startDate')}
        error={problems['startDate']}
        value={startDate}
        onChange={(event) => onChange({ startDate: withSeconds(event.currentTarget.value) })}
      />
      <Switch
        className="playlist-loops"
        label={t('Loop')}
        description={t(
          'Restart with the first item after the last one. Otherwise the channel ends.',
        )}
        checked={loops}
        onChange={(event) => onChange({ loops: event.currentTarget.checked })}
      />
      <div className="wide">
        <TextInput
          label={t('Filler URL')}
          description={t('An HLS or DASH VoD asset that fills breaks without ads.')}
          type="url"
          autoComplete="off"
          spellCheck={false}
          id={settingId('fillerUrl')}
          error={problems['fillerUrl']}
          value={fillerUrl}
          onChange={(event) => onChange({ fillerUrl: event.currentTarget.value.trim() })}
        />
        {hasCuePoints && fillerUrl === '' && (
          <p className="playlist-hint" role="status">
            {t(
              'The cue points have no effect without a filler: a linear channel needs content to play where no ad plays.',
            )}
          </p>
        )}
      </div>
    </>
  );
}

/** Browsers omit seconds that are 0. */
function withSeconds(typed: string): string {
  return typed.length === 16 ? `${typed}:00` : typed;
}

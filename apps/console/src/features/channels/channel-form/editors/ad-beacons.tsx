/** The platform's own beacons by event: the address after the base URL (CHE-038). */
import { beaconEventNames } from '@interlude/contract';
import { TextInput } from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';
import { t } from '../../../../texts/t.ts';
import type { ChannelFormValues } from '../channel-form-values.ts';
import { SettingFrame } from '../setting-frame.tsx';
import { searchTexts, settingAt } from '../setting-texts.ts';

type BeaconEvent = (typeof beaconEventNames)[number];

const when: Readonly<Record<BeaconEvent, string>> = {
  impression: t('the ad begins'),
  start: t('the ad begins'),
  firstQuartile: 'at 25 %',
  midpoint: 'at 50 %',
  thirdQuartile: 'at 75 %',
  complete: t('the ad ends'),
  click: t('the viewer clicks'),
};

export function AdBeacons() {
  const setting = settingAt('internalBeacons.events');
  const { control } = useFormContext<ChannelFormValues>();
  const { field, fieldState } = useController({ control, name: 'internalBeacons.events' });
  const events = field.value ?? {};
  const errors: Readonly<Record<string, unknown>> = { ...fieldState.error };
  const change = (event: BeaconEvent, path: string) => {
    const { [event]: _old, ...others } = events;
    field.onChange(path === '' ? others : { ...others, [event]: path });
  };
  return (
    <div className="beacon-events">
      {beaconEventNames.map((event) => (
        <SettingFrame
          key={event}
          name={`internalBeacons.events.${event}`}
          texts={[...searchTexts(setting), when[event]]}
        >
          <label htmlFor={`beacon-${event}`}>{event}</label>
          <span className="dimmed">{when[event]}</span>
          <TextInput
            id={`beacon-${event}`}
            placeholder={t('Not sent')}
            autoComplete="off"
            spellCheck={false}
            value={events[event] ?? ''}
            error={sentenceOf(errors[event])}
            onChange={({ currentTarget }) => change(event, currentTarget.value)}
            onBlur={field.onBlur}
          />
        </SettingFrame>
      ))}
    </div>
  );
}

function sentenceOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  return String(error.message);
}

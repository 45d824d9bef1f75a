import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import type { ChannelFormValues, SettingName } from '../channel-form/channel-form-values.ts';

/**
 * A section that another type of channel does not have takes its mistakes with it: a value that nobody can see any
 * more must not keep the channel from being saved. What was wrong becomes what it was before.
 */
export function useLeftValid(names: readonly SettingName[]): void {
  const { getFieldState, resetField } = useFormContext<ChannelFormValues>();
  useEffect(
    () => () => {
      for (const name of names) if (getFieldState(name).invalid) resetField(name);
    },
    [names, getFieldState, resetField],
  );
}

import { useFormContext } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { followingChanges, type LeadingSetting } from './following-changes.ts';

/** `onChanged` of a setting that others follow. */
export function useFollowing(): (name: LeadingSetting) => (value: unknown) => void {
  const { setValue } = useFormContext<ChannelFormValues>();
  return (name) => (value) => {
    for (const [followed, becomes] of followingChanges(name, value === true)) {
      setValue(followed, becomes as never, { shouldDirty: true, shouldValidate: true });
    }
  };
}

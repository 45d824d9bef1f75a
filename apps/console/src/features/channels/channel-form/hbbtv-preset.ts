/** The values that Ctrl+H fills into a new channel: live DASH for HbbTV television sets (CHE-006, OP-14). Pure. */
import type { ChannelFormValues } from './channel-form-values.ts';

export function withHbbtvPreset(values: ChannelFormValues): ChannelFormValues {
  return {
    ...values,
    type: 'dash-live',
    name: 'HbbTV Live Channel',
    isMultiPeriod: true,
    profile: { ...values.profile, muxingType: 'cmaf' },
    presetId: 'hbbtv-live',
  };
}

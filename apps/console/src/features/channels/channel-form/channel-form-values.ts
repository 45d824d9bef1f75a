/** Maps a channel to the values of its form. Pure, and apart from the page, which it must not slow down. */
import { type Channel, channelSettings, channelUpdate } from '@interlude/contract';
import type { FieldPath } from 'react-hook-form';
import type { z } from 'zod';
import { forbiddenHost, hostOf } from '../../../api/field-errors.ts';

export type ChannelFormValues = z.input<typeof channelUpdate>;
/** Path of a value in the form, e.g. `adSource.url`. */
export type SettingName = FieldPath<ChannelFormValues>;
export { channelUpdate };

/** Values that apply where a channel has none: a field without a value would count as changed. */
const undeclared = { beaconTiming: 'onRequest' } as const;

/** A new channel: every default of the contract, name and source still empty (CHE-009). */
export function newChannelValues(): ChannelFormValues {
  const parsed = channelSettings.parse({ name: '-', sourceManifestUrl: 'http://localhost' });
  return { ...parsed, ...undeclared, name: '', sourceManifestUrl: '' };
}

/** The fields of a channel that the form edits. */
export function channelValues(channel: Channel): ChannelFormValues {
  const {
    id,
    tenant,
    state,
    outputUri,
    createdAt,
    updatedAt,
    code,
    errorCode,
    message,
    ...values
  } = channel;
  return { ...undeclared, ...values };
}

/** Which of two addresses the server refused, by the host that it names (URL_FORBIDDEN). */
export function forbiddenField(
  error: unknown,
  values: Pick<ChannelFormValues, 'sourceManifestUrl' | 'adSource'>,
): 'sourceManifestUrl' | 'adSource.url' | undefined {
  const host = forbiddenHost(error);
  if (host === undefined) return;
  return hostOf(values.adSource?.url) === host && hostOf(values.sourceManifestUrl) !== host
    ? 'adSource.url'
    : 'sourceManifestUrl';
}

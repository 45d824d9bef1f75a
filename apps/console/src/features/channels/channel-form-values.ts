/** Between a channel and the values of its form. Pure, and apart from the page, which it must not slow down. */
import { ApiError, type Channel, channelSettings, channelUpdate } from '@interlude/contract';
import type { z } from 'zod';

export type ChannelFormValues = z.input<typeof channelUpdate>;
export type SavedChannelValues = z.output<typeof channelUpdate>;
export { channelUpdate };

/** A new channel: every default of the contract, name and source still empty (CHE-009). */
export function newChannelValues(): ChannelFormValues {
  const parsed = channelSettings.parse({ name: '-', sourceManifestUrl: 'http://localhost' });
  return { ...parsed, name: '', sourceManifestUrl: '' };
}

/** What the form edits of a channel; `updatedAt` lets the server see a save over somebody else's. */
export function channelValues(channel: Channel): ChannelFormValues {
  const { id: _id, state: _state, outputUri: _uri, createdAt: _created, ...values } = channel;
  return values;
}

/** One sentence a field, from a refused save: keys are field paths such as `adSource.url`. */
export function serverFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const errors = error.error.details?.['errors'];
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/** Which of two addresses the server refused, by the host that it names (URL_FORBIDDEN). */
export function forbiddenField(
  error: unknown,
  values: Pick<ChannelFormValues, 'sourceManifestUrl' | 'adSource'>,
): 'sourceManifestUrl' | 'adSource.url' | undefined {
  if (!(error instanceof ApiError) || error.error.errorCode !== 'URL_FORBIDDEN') return;
  const host = String(error.error.details?.['host'] ?? '');
  return hostOf(values.adSource?.url) === host && hostOf(values.sourceManifestUrl) !== host
    ? 'adSource.url'
    : 'sourceManifestUrl';
}

function hostOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return;
  const { host, hostname } = new URL(url);
  return hostname || host;
}

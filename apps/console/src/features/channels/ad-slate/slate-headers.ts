/** The headers that each chunk of a slate carries (API-037, API-038). */
import type { ChannelType } from '@interlude/contract';

export interface SlateFacts {
  readonly channelId: string;
  readonly channelType: ChannelType;
  readonly profile: unknown;
  readonly http: boolean;
}

/** All headers of a request have 16 KiB in a server; the rest of them needs some. */
const maxProfileLength = 10_000;

/** Headers carry ASCII alone, and a server reads `%` as the beginning of an escaped byte. */
function headerJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('%', '%25')
    .replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/**
 * Where and with what a slate is sent. A profile that no header can hold is left out: the slate is kept without a
 * channel then, and made in the channel's form when it is put into it.
 */
export function slateUploadTarget(
  { channelId, channelType, profile, http }: SlateFacts,
  file: Pick<File, 'name' | 'size'>,
  uploadId: string,
): { readonly channelId: string; readonly headers: Readonly<Record<string, string>> } {
  const whole = headerJson(profile);
  const fits = whole.length <= maxProfileLength;
  return {
    channelId: fits ? channelId : 'new',
    headers: {
      filename: encodeURIComponent(file.name.toWellFormed()).slice(0, 2_000),
      filesize: String(file.size),
      profile: fits ? whole : '{}',
      channeltype: channelType,
      http: String(http),
      uploadid: uploadId,
    },
  };
}

/** The form that creatives need: of the source where there is one that can be read, else the usual one. */
import { type SourceLadder, usualLadder } from '@interlude/conditioning';
import { type ChannelSettings, DomainError, domainError } from '@interlude/contract';
import type { Egress } from '@interlude/runtime';
import { testLimits } from './test-limits.ts';
import type { TestedChannel } from './tested-channel.ts';

export type ReadLadder = (
  egress: Pick<Egress, 'request'>,
  settings: ChannelSettings,
) => Promise<SourceLadder>;

export interface FormOfChannel {
  readonly ladder: SourceLadder;
  readonly warnings: readonly string[];
}

/** A source that lets others wait is not waited for longer than the ad server. */
async function inTime<T>(reading: Promise<T>, { sourceManifestUrl }: ChannelSettings): Promise<T> {
  const { deadlineMs: timeoutMs } = testLimits;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const { host } = new URL(sourceManifestUrl);
    timer = setTimeout(() => reject(domainError('FETCH_TIMEOUT', { host, timeoutMs })), timeoutMs);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

export async function formOf(
  parts: { readonly egress: Pick<Egress, 'request'>; readonly readLadder: ReadLadder },
  { settings, hasSource }: TestedChannel,
): Promise<FormOfChannel> {
  const manifest = settings.type.startsWith('dash') ? 'dash' : 'hls';
  const usual = usualLadder(manifest, settings);
  const unknown = 'what is conditioned already may be in another form';
  if (!hasSource) return { ladder: usual, warnings: [`No source is named: ${unknown}.`] };
  try {
    const ladder = await inTime(parts.readLadder(parts.egress, settings), settings);
    return { ladder, warnings: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { message } = error;
    return { ladder: usual, warnings: [`The source cannot be read, ${unknown}: ${message}`] };
  }
}

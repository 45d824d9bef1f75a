/** The ladder that creatives are conditioned to: of the source when it can be read in time, else the default ladder. */
import { defaultLadder, type SourceLadder } from '@interlude/conditioning';
import type { ChannelSettings } from '@interlude/contract';
import { DomainError, domainError } from '@interlude/contract/errors';
import { type Egress, withTimeout } from '@interlude/runtime';
import type { TestedChannel } from './tested-channel.ts';

export type ReadLadder = (
  tenantId: string,
  egress: Pick<Egress, 'request'>,
  settings: ChannelSettings,
) => Promise<SourceLadder>;

/** As long as the deadline of the ad server. */
const timeoutMs = 10_000;

export interface ChannelLadder {
  readonly ladder: SourceLadder;
  readonly warnings: readonly string[];
}

const withoutSource = 'No source is set: conditioned creatives may have another ladder.';

export async function findChannelLadder(
  {
    egress,
    readLadder,
  }: { readonly egress: Pick<Egress, 'request'>; readonly readLadder: ReadLadder },
  tenantId: string,
  { settings, hasSource }: TestedChannel,
): Promise<ChannelLadder> {
  const manifest = settings.type.startsWith('dash') ? 'dash' : 'hls';
  const fallback = defaultLadder(manifest, settings);
  if (!hasSource) return { ladder: fallback, warnings: [withoutSource] };
  try {
    const ladder = await withTimeout(readLadder(tenantId, egress, settings), timeoutMs, () => {
      const { host } = new URL(settings.sourceManifestUrl);
      throw domainError('FETCH_TIMEOUT', { host, timeoutMs });
    });
    return { ladder, warnings: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const warning = `The source cannot be read, conditioned creatives may have another ladder: ${error.message}`;
    return { ladder: fallback, warnings: [warning] };
  }
}

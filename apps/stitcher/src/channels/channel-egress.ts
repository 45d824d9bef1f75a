/**
 * Egress of a channel to its ad server: with the grants of its company, through the operator's proxy when the channel
 * has one. Sources are read by `sourceFetcher`.
 */
import type { ChannelSettings } from '@interlude/contract';
import type { Egress } from '@interlude/runtime';

type Fetch = Pick<Egress, 'request'>;

export function channelEgress(
  egress: Fetch,
  { stitcher: { httpProxyUrl } }: Pick<ChannelSettings, 'stitcher'>,
): Fetch {
  return httpProxyUrl === ''
    ? egress
    : { request: (request) => egress.request({ ...request, proxyUrl: httpProxyUrl }) };
}

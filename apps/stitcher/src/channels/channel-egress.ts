/** Outbound requests of a channel: to its source, feeds and ad server, through `httpProxyUrl` where it is set. */
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

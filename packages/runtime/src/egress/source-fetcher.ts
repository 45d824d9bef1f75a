/**
 * The one way to the manifests and feeds of a channel: through its proxy, with its stored headers and credentials for
 * the origins that the channel itself names, and without them for every other address that a manifest or a feed names.
 * No other module sends `sourceHeaders` (tests/architecture.test.ts).
 */
import type { ChannelSettings } from '@interlude/contract';
import type { Egress, EgressRequest } from './egress-types.ts';
import { basicCredentials } from './proxied.ts';

export type SourceSettings = Pick<
  ChannelSettings,
  'sourceManifestUrl' | 'trueSourceUrl' | 'sourceHeaders' | 'sourceOrigins'
> & { readonly stitcher: Pick<ChannelSettings['stitcher'], 'httpProxyUrl'> };

type Addresses = Pick<SourceSettings, 'sourceManifestUrl' | 'trueSourceUrl'>;

/** `trueSourceUrl` is read instead of `sourceManifestUrl` when there is one. */
export function sourceUrl({ trueSourceUrl, sourceManifestUrl }: Addresses): string {
  return trueSourceUrl || sourceManifestUrl;
}

const parsed = (url: string) => (URL.canParse(url) ? new URL(url) : undefined);

/** True when scheme, host and port of an address are those of the source or of one of `sourceOrigins`. */
export function isSourceOrigin(
  settings: Addresses & Pick<SourceSettings, 'sourceOrigins'>,
  url: string,
): boolean {
  const origin = parsed(url)?.origin;
  const { sourceManifestUrl, trueSourceUrl, sourceOrigins } = settings;
  const own = [sourceManifestUrl, trueSourceUrl, ...sourceOrigins];
  return origin !== undefined && own.some((one) => parsed(one)?.origin === origin);
}

/** `user:password@` of the source's address, for its origin: addresses in manifests carry none. */
function credentialsFor(settings: Addresses, url: string): string | undefined {
  const origin = parsed(url)?.origin;
  for (const own of [settings.trueSourceUrl, settings.sourceManifestUrl].map(parsed)) {
    const credentials = own?.origin === origin ? own && basicCredentials(own) : undefined;
    if (credentials !== undefined) return credentials;
  }
  return undefined;
}

const isAuthorization = (name: string) => name.toLowerCase() === 'authorization';

function headersFor(settings: SourceSettings, url: string): Readonly<Record<string, string>> {
  if (!isSourceOrigin(settings, url)) return {};
  const { sourceHeaders } = settings;
  const isNamed = Object.keys(sourceHeaders).some(isAuthorization);
  const authorization = isNamed ? undefined : credentialsFor(settings, url);
  return { ...(authorization !== undefined && { authorization }), ...sourceHeaders };
}

type Addressed = Pick<EgressRequest, 'url' | 'headers' | 'proxyUrl'>;

/** Headers of the request itself (validators, a range) override those of the source. */
function sourceRequest<Request extends Addressed>(settings: SourceSettings, request: Request) {
  const { httpProxyUrl } = settings.stitcher;
  return {
    ...request,
    headers: { ...headersFor(settings, request.url), ...request.headers },
    ...(httpProxyUrl !== '' && { proxyUrl: httpProxyUrl }),
  };
}

/**
 * @returns `request` of an egress for the source of a channel. A redirect to another origin gets neither headers nor
 * credentials.
 * @see rule SEC-S21
 */
export function sourceFetcher(
  egress: Pick<Egress, 'request'>,
  settings: SourceSettings,
): Pick<Egress, 'request'> {
  return { request: (request) => egress.request(sourceRequest(settings, request)) };
}

/** As `sourceFetcher`, with the body as a stream. */
export function sourceStreamer(
  egress: Pick<Egress, 'stream'>,
  settings: SourceSettings,
): Pick<Egress, 'stream'> {
  return { stream: (request) => egress.stream(sourceRequest(settings, request)) };
}

/**
 * The policy of channels beyond roles: the addresses that the platform may fetch, and patterns and slates that can be
 * used.
 */
import { type ChannelSettings, channelMode, manifestType } from '@interlude/contract';
import { type Egress, isOwnedHeader } from '@interlude/runtime';
import { isUsablePattern } from '@interlude/stitching';
import { invalidFields } from '../../http/field-errors.ts';

/**
 * Refuses plainly forbidden addresses before they are stored; resolved addresses are checked at each fetch.
 * @throws {DomainError} URL_FORBIDDEN
 */
export function checkAddresses(
  settings: ChannelSettings,
  egress: Pick<Egress, 'check'>,
  stitcherPublicUrl: string,
): void {
  const slate = settings.adSlateManifestUrl;
  const isOurs = (url: string, folders: readonly string[]) =>
    folders.some((folder) => isServedHere(url, folder, stitcherPublicUrl));
  const source = (url: string) => (isOurs(url, playlistFolders) ? '' : url);
  const addresses = [
    source(settings.sourceManifestUrl),
    settings.adSource.url,
    settings.preRoll.adSource.url,
    isOurs(slate, mediaFolders) ? '' : slate,
    settings.stitcher.httpProxyUrl,
    source(settings.trueSourceUrl),
    settings.internalBeacons.baseUrl,
  ];
  for (const address of addresses) {
    if (address !== '') egress.check(address);
  }
}

const unusablePattern =
  'This pattern cannot be used: it is no regular expression of RE2, which has no look-around and no back references.';

/**
 * Refuses location patterns that never match.
 * @throws {DomainError} INVALID_FIELDS
 */
export function checkPatterns(settings: ChannelSettings): void {
  const replacements = ['contentLocationReplacement', 'adLocationReplacement'] as const;
  const errors = replacements
    .filter((name) => !isUsablePattern(settings[name]))
    .map((name) => [`${name}.regex`, unusablePattern] as const);
  if (errors.length > 0) throw invalidFields(Object.fromEntries(errors));
}

/** RFC 9110 §5.6.2 (token) and §5.5 (field-value). */
const headerName = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

function headerProblem(name: string, value: string): string | undefined {
  if (!headerName.test(name))
    return `"${name}" is no name of a header: use letters, digits and hyphens.`;
  // A part of a manifest is none.
  if (isOwnedHeader(name) || name.toLowerCase() === 'range')
    return `${name} is set by the platform itself: leave it out.`;
  return headerValue.test(value)
    ? undefined
    : `The value of ${name} has a line break or a character that no header can have.`;
}

/**
 * Refuses headers that no request can be sent with, or that would break every response.
 * @throws {DomainError} INVALID_FIELDS
 */
export function checkHeaders({ sourceHeaders }: Pick<ChannelSettings, 'sourceHeaders'>): void {
  for (const [name, value] of Object.entries(sourceHeaders)) {
    const problem = headerProblem(name, value);
    if (problem !== undefined) throw invalidFields({ sourceHeaders: problem });
  }
}

const otherProtocol = {
  hls: 'This slate is an MPD, which an HLS channel cannot play: enter its HLS playlist, or select or upload a slate, which plays in both protocols.',
  dash: 'This slate is an HLS playlist, which a DASH channel cannot play: enter its MPD, or select or upload a slate, which plays in both protocols.',
} as const;
const foreignEnding = { hls: /\.mpd$/i, dash: /\.m3u8?$/i } as const;

/** Judges a slate by the ending of its address; one without an ending, or an asset of the platform, may be played. */
function isSlateOfOtherProtocol(
  settings: Pick<ChannelSettings, 'type' | 'isUsingAdSlate' | 'adSlateManifestUrl'>,
): boolean {
  const { type, isUsingAdSlate, adSlateManifestUrl: url } = settings;
  const isUsed = isUsingAdSlate && channelMode(type) === 'live' && URL.canParse(url);
  return isUsed && foreignEnding[manifestType(type)].test(new URL(url).pathname);
}

/**
 * Refuses a slate that the channel could never show.
 * @param isAsset true for the address of an asset of the tenant, which plays in either protocol (SLATE-010)
 * @throws {DomainError} INVALID_FIELDS
 */
export async function checkSlate(
  settings: ChannelSettings,
  isAsset: (url: string) => Promise<boolean>,
): Promise<void> {
  if (!isSlateOfOtherProtocol(settings) || (await isAsset(settings.adSlateManifestUrl))) return;
  throw invalidFields({ adSlateManifestUrl: otherProtocol[manifestType(settings.type)] });
}

/** A conditioned slate (SLATE-010): read from its storage. */
const mediaFolders = ['/media/'] as const;
/** Playlists, as feeds and as linear channels. */
const playlistFolders = ['/api/v2/playlists/', '/linear/'] as const;

/** Addresses of this installation are allowed, even private ones. */
function isServedHere(address: string, folder: string, stitcherPublicUrl: string): boolean {
  const plain = (url: string) => url.replace(/^https?:/i, '');
  const base = plain(stitcherPublicUrl).replace(/\/+$/, '');
  // The normalised address: `..` segments lead elsewhere.
  const meant = URL.canParse(address) ? new URL(address).href : address;
  return plain(meant).startsWith(`${base}${folder}`);
}

/** The policy of channels beyond roles: the addresses that the platform may fetch, and patterns that can be used. */
import type { ChannelSettings } from '@interlude/contract';
import type { Egress } from '@interlude/runtime';
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
 * Refuses location patterns that would replace nothing.
 * @throws {DomainError} INVALID_FIELDS
 */
export function checkPatterns(settings: ChannelSettings): void {
  const replacements = ['contentLocationReplacement', 'adLocationReplacement'] as const;
  const errors = replacements
    .filter((name) => !isUsablePattern(settings[name]))
    .map((name) => [`${name}.regex`, unusablePattern] as const);
  if (errors.length > 0) throw invalidFields(Object.fromEntries(errors));
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

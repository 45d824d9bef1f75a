/** Rewrites all URIs of a manifest to proxy addresses. */
import { decodeReferences, escapeAttribute } from '@interlude/dash';
import type { Address } from './proxied-address.ts';

/** Attributes of playlists that hold addresses (RFC 8216bis 4.4; appendix D for interstitials). */
const playlistUri = /([:,]\s*(?:URI|X-ASSET-URI|X-ASSET-LIST)=")([^"\r\n]*)(")/g;

/** URIs with EXT-X-DEFINE variables are resolved by the player. */
const hasVariable = (text: string) => text.includes('{$');

function placed(text: string, baseUrl: string, address: Address): string {
  const isKept = text === '' || hasVariable(text) || !URL.canParse(text, baseUrl);
  return isKept ? text : address(new URL(text, baseUrl).href);
}

/** @param baseUrl address of the playlist after redirects */
export function rewritePlaylist(text: string, baseUrl: string, address: Address): string {
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('#')) {
      return line.replaceAll(
        playlistUri,
        (_, before: string, uri: string, after: string) =>
          before + placed(uri, baseUrl, address) + after,
      );
    }
    const uri = line.trim();
    return uri === '' ? line : placed(uri, baseUrl, address);
  });
  return lines.join('\n');
}

/** Rewrites absolute URLs of the MPD; relative ones resolve against its proxy address. */
function placedAbsolute(text: string, baseUrl: string, address: Address): string {
  const plain = decodeReferences(text.trim());
  const leaves = /^(?:https?:)?\//i.test(plain);
  if (!leaves || !URL.canParse(plain, baseUrl)) return text;
  return escapeAttribute(address(new URL(plain, baseUrl).href));
}

const elementText = /(<(?:[\w-]+:)?(?:BaseURL|Location|PatchLocation)\b[^<>]*>)([^<]*)(<)/g;
const addressAttribute =
  /(\s(?:media|initialization|sourceURL|index|href|xlink:href)=)(?:"([^"<]*)"|'([^'<]*)')/g;
const timeSource = /<(?:[\w-]+:)?UTCTiming\b[^<>]*>/g;
const timeValue = /(\svalue=")([^"<]*)(")/;

/** @param baseUrl source address of the MPD */
export function rewriteMpd(text: string, baseUrl: string, address: Address): string {
  const place = (value: string) => placedAbsolute(value, baseUrl, address);
  return text
    .replaceAll(
      elementText,
      (_, before: string, value: string, after: string) => before + place(value) + after,
    )
    .replaceAll(addressAttribute, (_, before: string, double?: string, single?: string) =>
      double === undefined ? `${before}'${place(single ?? '')}'` : `${before}"${place(double)}"`,
    )
    .replaceAll(timeSource, (element) =>
      element.replace(
        timeValue,
        (_, before: string, value: string, after: string) =>
          before + value.split(' ').map(place).join(' ') + after,
      ),
    );
}

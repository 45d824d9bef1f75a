/**
 * Base URL of an ad Period: `…/{sid}/ad/{break}.{index}/{token}/`. A DASH template cannot carry an address of its own
 * for each segment, so the token holds, signed, the address of the creative: a process that does not know the session
 * (restart, another node) finds the media all the same, and nobody can make us read or name any other address.
 */
import { type SecretKey, signText, verifyText } from '@interlude/runtime';
import { placementId } from '../delivery/ad-address.ts';

const purpose = 'ad creative';
/** Token of a placement whose creative has no known address. */
const none = '-';

function tokenOf(key: SecretKey, address: string | undefined): string {
  if (address === undefined) {
    return none;
  }
  const text = Buffer.from(address, 'utf8').toString('base64url');
  return `${text}.${signText(key, purpose, text)}`;
}

/** @param sessionUrl of the session's MPD, whole or relative to it */
export function adBase(
  key: SecretKey,
  sessionUrl: string,
  placement: { readonly breakId: string; readonly index: number },
  address: string | undefined,
): string {
  const folder = sessionUrl.replace(/\.mpd$/, '');
  const id = encodeURIComponent(placementId(placement.breakId, placement.index));
  return `${folder}/ad/${id}/${tokenOf(key, address)}/`;
}

/** The creative's address; undefined when the token is not one of ours. */
export function creativeAddress(key: SecretKey, token: string): string | undefined {
  const dot = token.indexOf('.');
  const text = token.slice(0, Math.max(0, dot));
  return text !== '' && verifyText(key, purpose, text, token.slice(dot + 1))
    ? Buffer.from(text, 'base64url').toString('utf8')
    : undefined;
}

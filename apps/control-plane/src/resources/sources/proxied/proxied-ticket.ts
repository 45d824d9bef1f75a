/**
 * The signed ticket in a proxy address: tenant, source and expiry, without a secret. A second signature covers the
 * origins that the manifests of that source name, so that a ticket fetches from no others.
 */
import { type SecretKey, signText, verifyText } from '@interlude/runtime';

const ticketPurpose = 'proxied sources';
const originPurpose = 'origins of proxied sources';

export interface ProxiedTicket {
  readonly tenantId: string;
  /** The channel whose headers and proxy are used; empty = none. */
  readonly channelId: string;
  /** Origin of the source: the channel's headers are sent to no other. */
  readonly origin: string;
  /** Epoch. */
  readonly expiresSeconds: number;
}

const encoded = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
const decoded = (text: string) => Buffer.from(text, 'base64url').toString('utf8');

export function sealTicket(key: SecretKey, ticket: ProxiedTicket): string {
  const { tenantId, channelId, origin, expiresSeconds } = ticket;
  const text = encoded(JSON.stringify([tenantId, channelId, origin, expiresSeconds]));
  return `${text}.${signText(key, ticketPurpose, text)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(decoded(text));
  } catch {
    return undefined;
  }
}

/** @returns undefined for a forged or expired ticket */
export function openTicket(
  key: SecretKey,
  given: string,
  nowSeconds: number,
): ProxiedTicket | undefined {
  const [text = '', signature = ''] = given.split('.');
  if (!verifyText(key, ticketPurpose, text, signature)) return undefined;
  const values = parsed(text);
  if (!Array.isArray(values)) return undefined;
  const [tenantId, channelId, origin, expiresSeconds] = values.map(String);
  const ends = Number(expiresSeconds);
  if (tenantId === undefined || channelId === undefined || origin === undefined) return undefined;
  return ends > nowSeconds ? { tenantId, channelId, origin, expiresSeconds: ends } : undefined;
}

/** @param ticket as in the address: an origin is signed for one ticket alone */
export function sealOrigin(key: SecretKey, ticket: string, origin: string): string {
  return `${encoded(origin)}.${signText(key, originPurpose, `${ticket} ${origin}`)}`;
}

export function openOrigin(key: SecretKey, ticket: string, given: string): string | undefined {
  const [text = '', signature = ''] = given.split('.');
  const origin = decoded(text);
  const isOurs = verifyText(key, originPurpose, `${ticket} ${origin}`, signature);
  return isOurs ? origin : undefined;
}

/**
 * Session ids that carry their session: what a viewer requested is sealed into the id, so that any process
 * with the platform's key resumes a session that it has never seen, with its parameters (rule H35).
 *
 *   base64url( version 1 | start, seconds, 4 bytes | iv 12 | parameters | tag 16 )
 *
 * Sealed with AES-256-GCM under a key of the start's day; version, start and channel are authenticated, so an
 * id of another channel, installation or time is none. Nobody but us can read or make one.
 */
import { openBytes, type SecretKey, sealBytes, sealedExtraBytes } from '@interlude/runtime';
import { packQuery, unpackQuery } from './pack-query.ts';
import { sessionLimits } from './session-limits.ts';

const version = 1;
const headerBytes = 5;
const dayMs = 86_400_000;
/** Clocks of two processes may differ by this much, ms. */
const clockSkewMs = 300_000;

const maxPackedBytes = sessionLimits.tokenBytes - headerBytes - sealedExtraBytes;
const maxTokenChars = Math.ceil((sessionLimits.tokenBytes * 4) / 3);

export interface TokenContent {
  /** Epoch ms, whole seconds. */
  readonly startedMs: number;
  /** Parameters of the session request, as far as they fit. */
  readonly query: URLSearchParams;
}

export type OpenedToken = TokenContent | 'expired' | undefined;

const purposeOf = (startedMs: number) => `playback session ${Math.floor(startedMs / dayMs)}`;

const contextOf = (header: Buffer, channelId: string) => `${header.toString('hex')} ${channelId}`;

export function sealSessionToken(key: SecretKey, channelId: string, content: TokenContent): string {
  const header = Buffer.alloc(headerBytes);
  const seconds = Math.floor(content.startedMs / 1000);
  header.writeUInt8(version, 0);
  header.writeUInt32BE(seconds, 1);
  const packed = packQuery(content.query, maxPackedBytes);
  const context = contextOf(header, channelId);
  const sealed = sealBytes(key, purposeOf(seconds * 1000), packed, context);
  return Buffer.concat([header, sealed]).toString('base64url');
}

/** Undefined for anything that this installation did not make for this channel. */
export function openSessionToken(
  key: SecretKey,
  channelId: string,
  token: string,
  nowMs: number,
): OpenedToken {
  if (token.length > maxTokenChars || !/^[\w-]+$/.test(token)) {
    return undefined;
  }
  const bytes = Buffer.from(token, 'base64url');
  const isOneOfOurs = bytes.length >= headerBytes + sealedExtraBytes && bytes[0] === version;
  // Two spellings of one token would be two sessions: the last character may carry unused bits.
  if (!isOneOfOurs || bytes.toString('base64url') !== token) {
    return undefined;
  }
  const startedMs = bytes.readUInt32BE(1) * 1000;
  if (startedMs > nowMs + clockSkewMs) {
    return undefined;
  }
  const isOld = startedMs < nowMs - sessionLimits.tokenAgeMs;
  const context = contextOf(bytes.subarray(0, headerBytes), channelId);
  const packed = openBytes(key, purposeOf(startedMs), bytes.subarray(headerBytes), context);
  if (!packed) {
    return undefined;
  }
  return isOld ? 'expired' : { startedMs, query: unpackQuery(packed) };
}

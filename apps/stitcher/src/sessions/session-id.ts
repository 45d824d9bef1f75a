/**
 * Session ids: 96 random bits and a 72-bit HMAC over them and the channel, 28 characters of base64url.
 * A made-up id, or one of another channel, is recognised without any lookup; a real one that this process
 * does not know (restart, other node) is taken up again.
 */
import { randomToken, type SecretKey, signText, verifyText } from '@interlude/runtime';

const randomBytes = 12;
const randomChars = 16;
const macChars = 12;
/** Full length of a signature in base64url. */
const signatureChars = 43;
const purpose = 'playback session';

export const sessionIdChars = randomChars + macChars;

const signed = (random: string, channelId: string) => `${random}.${channelId}`;

export function createSessionId(key: SecretKey, channelId: string): string {
  const random = randomToken(randomBytes);
  return random + signText(key, purpose, signed(random, channelId)).slice(0, macChars);
}

/** Whether this installation made the id for this channel. Compares in constant time. */
export function isOwnSessionId(key: SecretKey, channelId: string, sessionId: string): boolean {
  if (sessionId.length !== sessionIdChars || !/^[\w-]+$/.test(sessionId)) {
    return false;
  }
  const random = sessionId.slice(0, randomChars);
  const rest = signText(key, purpose, signed(random, channelId)).slice(macChars);
  const signature = sessionId.slice(randomChars) + rest;
  return (
    signature.length === signatureChars &&
    verifyText(key, purpose, signed(random, channelId), signature)
  );
}

import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sessionLimits } from './session-limits.ts';
import { openSessionToken, sealSessionToken } from './session-token.ts';

const key = Buffer.alloc(32, 1);
const nowMs = Date.UTC(2026, 10, 21, 4, 30, 0, 500);
const startedMs = nowMs - 500;
const query = new URLSearchParams('genre=news&gdprConsent=CPabc&genre=sport&title=Gr%C3%BC%C3%9Fe');
const token = sealSessionToken(key, 'channel-1', { startedMs: nowMs, query });

const opened = (text: string, channelId = 'channel-1', atMs = nowMs) =>
  openSessionToken(key, channelId, text, atMs);

describe('session tokens', () => {
  test('H35 a token carries its start and the viewer parameters to any process', () => {
    expect(opened(token)).toEqual({ startedMs, query });
    expect(token).toMatch(/^[\w-]+$/);
    const bare = sealSessionToken(key, 'c', { startedMs, query: new URLSearchParams() });
    expect(bare).toHaveLength(44);
  });

  test('nothing of it can be read, and no two are alike', () => {
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('genre');
    expect(sealSessionToken(key, 'channel-1', { startedMs, query })).not.toBe(token);
  });

  test('a token of another channel or installation, altered, cut or made up, is none', () => {
    expect(opened(token, 'channel-2')).toBeUndefined();
    expect(openSessionToken(Buffer.alloc(32, 2), 'channel-1', token, nowMs)).toBeUndefined();
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      expect(opened(token.slice(0, index) + other + token.slice(index + 1))).toBeUndefined();
      expect(opened(token.slice(0, index))).toBeUndefined();
    }
    for (const made of [`${token}A`, `${token}=`, '', 'A', '../../../etc/passwd', '%00', 'ü']) {
      expect(opened(made)).toBeUndefined();
    }
    for (let round = 0; round < 200; round += 1) {
      expect(opened(randomBytes(round).toString('base64url'))).toBeUndefined();
    }
  });

  test('one token has one spelling', () => {
    const spellings = [
      ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
    ].filter((last) => opened(token.slice(0, -1) + last) !== undefined);
    expect(spellings).toEqual([token.at(-1)]);
  });

  test('an old token has expired, one of the future is none', () => {
    const expiresMs = startedMs + sessionLimits.tokenAgeMs;
    expect(opened(token, 'channel-1', expiresMs)).toEqual({ startedMs, query });
    expect(opened(token, 'channel-1', expiresMs + 1)).toBe('expired');
    expect(opened(token, 'channel-2', expiresMs + 1)).toBeUndefined();
    expect(opened(token, 'channel-1', startedMs - 200_000)).toEqual({ startedMs, query });
    expect(opened(token, 'channel-1', startedMs - 400_000)).toBeUndefined();
  });

  test('its size is bounded: what does not fit is left out from the end', () => {
    const long = new URLSearchParams({ start: '2026-11-21T04:00:00Z' });
    for (let index = 0; index < 50; index += 1) {
      long.append(`key${index}`, randomBytes(60).toString('base64url'));
    }
    const sealed = sealSessionToken(key, 'channel-1', { startedMs, query: long });
    expect(sealed.length).toBeLessThanOrEqual(1_400);
    const content = opened(sealed);
    const kept = typeof content === 'object' ? [...content.query] : [];
    expect(kept.length).toBeGreaterThan(10);
    expect(kept).toEqual([...long].slice(0, kept.length));
    const one = new URLSearchParams({ huge: randomBytes(3_000).toString('hex') });
    expect(opened(sealSessionToken(key, 'channel-1', { startedMs, query: one }))).toEqual({
      startedMs,
      query: new URLSearchParams(),
    });
  });
});

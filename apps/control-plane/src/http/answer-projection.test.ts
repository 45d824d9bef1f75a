import { channel, channelInput } from '@interlude/contract';
import { allRoutes } from '@interlude/contract/api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileProjection } from './answer-projection.ts';

const now = '2026-01-15T12:00:00.000Z';
const stored = {
  ...channelInput.parse({
    name: 'A channel',
    sourceManifestUrl: 'https://origin.example/a.m3u8',
    profile: { muxingType: 'cmaf', ladder: [1, 2] },
    authentication: { hmac: { secret: 'ab' } },
    sourceHeaders: { 'x-api-key': 'k' },
  }),
  id: 'one',
  tenant: 't1',
  outputUri: 'https://play.example/hls/one/master.m3u8',
  createdAt: now,
  updatedAt: now,
};

describe('compileProjection', () => {
  it('SEC-S13 leaves out what the schema does not name, at every depth', () => {
    const inside = {
      ...stored,
      tenantId: 'secret',
      adSource: { ...stored.adSource, token: 'secret' },
      authentication: { hmac: { ...stored.authentication.hmac, key: 'secret' }, other: 'secret' },
    };
    expect(compileProjection(z.array(channel))([inside])).toEqual([stored]);
  });

  it('answers what a full check by the schema would', () => {
    expect(compileProjection(channel)(stored)).toEqual(channel.parse(stored));
  });

  it('can be made for the answer of every route', () => {
    for (const { route } of allRoutes()) {
      expect(() => compileProjection(route.answer)).not.toThrow();
    }
  });

  it('refuses a union of objects, which it does not know', () => {
    const union = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(() => compileProjection(union)).toThrow('union of objects');
  });
});

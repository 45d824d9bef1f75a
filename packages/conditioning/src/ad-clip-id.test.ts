import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { adClipId, canonicalMediaUrl } from './ad-clip-id.ts';
import { sha256Hex } from './sha-256.ts';

const file = { id: 'file-7', url: 'https://media.example/a/spot.mp4?cb=1#x' };
const plain = { useMediaFileIdAsAdId: false, generateTitleIdsUsingURL: false };
const full = {
  universalAdIds: [{ registry: 'ad-id.org', value: 'CNPA0484000H' }],
  adId: 'advertiser-1',
  id: 'creative-1',
};
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the ad clip identifier', () => {
  it('V7 is the UniversalAdId with its registry', () => {
    expect(adClipId(full, file, plain)).toBe('ad-id.org:CNPA0484000H');
  });

  it('V7 unknown is no id: Creative@adId, then Creative@id, then the address', () => {
    const unknown = { ...full, universalAdIds: [{ registry: 'unknown', value: ' UNKNOWN ' }] };
    expect(adClipId(unknown, file, plain)).toBe('advertiser-1');
    expect(adClipId({ ...unknown, adId: ' ' }, file, plain)).toBe('creative-1');
    expect(adClipId({ universalAdIds: [] }, file, plain)).toBe(
      sha('https://media.example/a/spot.mp4'),
    );
  });

  it('a value without a registry is an id', () => {
    const universalAdIds = [{ registry: '', value: 'x' }];
    expect(adClipId({ universalAdIds }, file, plain)).toBe('unknown:x');
  });

  it('CHE-066 useMediaFileIdAsAdId: MediaFile@id, and without one the others', () => {
    const settings = { ...plain, useMediaFileIdAsAdId: true };
    expect(adClipId(full, file, settings)).toBe('file-7');
    expect(adClipId(full, { url: file.url }, settings)).toBe('ad-id.org:CNPA0484000H');
  });

  it('CHE-066 generateTitleIdsUsingURL: one address whatever its query', () => {
    const settings = { ...plain, generateTitleIdsUsingURL: true };
    const id = adClipId(full, file, settings);
    expect(id).toBe(adClipId(full, { url: 'https://MEDIA.example:443/a/spot.mp4?cb=2' }, settings));
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(id).not.toBe(adClipId(full, { url: 'https://media.example/a/Spot.mp4' }, settings));
  });

  it('SEC-S51 what would break a key or a log is hashed', () => {
    const long = 'x'.repeat(5_000);
    for (const adId of [long, 'a\u0000b', 'a\nb', 'a\u202eb', 'half \ud83c']) {
      expect(adClipId({ universalAdIds: [], adId }, file, plain)).toBe(sha(adId));
    }
  });

  it('an address that is none stays as it is', () => {
    expect(canonicalMediaUrl(' spot.mp4 ')).toBe('spot.mp4');
    expect(canonicalMediaUrl('http://user:secret@h/p?q#f')).toBe('http://h/p');
  });
});

it('the hash is SHA-256 at every length around a block', () => {
  for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000]) {
    const text = 'ä'.repeat(length % 7) + 'a'.repeat(length);
    expect(sha256Hex(text)).toBe(sha(text));
  }
});

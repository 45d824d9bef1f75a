import { channelSettings } from '@interlude/contract';
import { parseMediaPlaylist, parseMultivariantPlaylist } from '@interlude/hls';
import { describe, expect, it } from 'vitest';
import { profileText } from '../conditioning-profile.ts';
import { analysedProfile } from './declared-ladder.ts';
import { defaultLadder } from './default-ladder.ts';
import { ladderOfHls } from './ladder-of-hls.ts';
import { profileOfLadder } from './profile-of-ladder.ts';

const settings = (profile: object = {}) =>
  channelSettings.parse({ name: 'c', sourceManifestUrl: 'http://h/m', profile });

const ladder = ladderOfHls({
  multivariant: parseMultivariantPlaylist(
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3400000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=29.97\nhi.m3u8\n',
  ).playlist,
  reference: parseMediaPlaylist(
    '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI="i"\n#EXTINF:6.006,\n1\n#EXTINF:6.006,\n2\n',
  ).playlist,
});
const analysed = analysedProfile(ladder, settings({ useAudioNormalization: true }).profile);

describe('the ladder of a channel whose source is not read', () => {
  it('SLATE-007 API-050 is the analysed one: a slate made before the first save fits afterwards', () => {
    const before = settings(analysed);
    const after = profileOfLadder(ladder, before);
    expect(profileText(profileOfLadder(defaultLadder('hls', before), before))).toBe(
      profileText(after),
    );
    expect(after.loudness).toBeDefined();
  });

  it.each([
    ['another manifest', { ...analysed, manifestType: 'dash' }],
    ['a size that no encoder takes', { ...analysed, pictures: [{ width: 3, height: 3 }] }],
    ['nothing', {}],
  ])('SLATE-007 is the default ladder when the profile declares %s', (_name, profile) => {
    const own = settings(profile);
    expect(defaultLadder('hls', own).pictures).toHaveLength(4);
  });
});

import { channelSettings } from '@interlude/contract';
import { expect, it } from 'vitest';
import { planTranscode } from '../plan-transcode.ts';
import { defaultLadder } from './default-ladder.ts';
import { profileOfLadder } from './profile-of-ladder.ts';
import { slateProfile } from './slate-profile.ts';

const settings = channelSettings.parse({ name: 'c', sourceManifestUrl: 'http://h/m' });
const profile = profileOfLadder(defaultLadder('hls', settings), settings);
const silent = { durationSeconds: 8, declaredSeconds: 8, video: undefined, audioTracks: [] };

it('slates have segments of a second, or shorter where the channel has', () => {
  expect(planTranscode(profile, silent).segmentFrames).toBe(100);
  expect(planTranscode(slateProfile(profile), silent).segmentFrames).toBe(25);
  expect(slateProfile({ ...profile, segmentMs: 500 }).segmentMs).toBe(500);
  expect(slateProfile({ ...profile, frameRate: [30_000, 1001] })).toMatchObject({
    segmentMs: 1_000,
  });
});

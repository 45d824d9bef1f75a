import { expect, it } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { scheduledBreaksOf } from './channel-entry.ts';

it('CHE-067 breaks by API are those of a channel that names a scheduler', () => {
  const scheduledBreak = {
    id: 'b1',
    channelId: 'c1',
    externalId: '',
    start: '2026-01-01T00:00:00.000Z',
    duration: 30,
    state: 'scheduled',
    createdAt: '2026-01-01T00:00:00.000Z',
  } as const;
  const announced = (schedulerExternalId: string) => ({
    ...channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: 'http://origin.example/master.m3u8',
      schedulerExternalId,
    }),
    scheduledBreaks: [scheduledBreak],
  });
  expect(scheduledBreaksOf(announced('epg'))).toEqual([scheduledBreak]);
  expect(scheduledBreaksOf(announced(''))).toEqual([]);
  expect(scheduledBreaksOf(undefined)).toEqual([]);
});

import { channelSettings, secretPlaceholder } from '@interlude/contract';
import type { StoredChannel } from '@interlude/persistence';
import { expect, it } from 'vitest';
import { createPresentChannel } from './present-channel.ts';

const stored: StoredChannel = {
  ...channelSettings.parse({
    name: 'A channel',
    sourceManifestUrl: 'https://origin.example/a.m3u8',
    apiKey: 'the-key',
  }),
  id: 'one',
  tenantId: 'acme',
  state: 'enabled',
  resetCount: 0,
  createdAt: '2026-01-15T12:00:00.000Z',
  updatedAt: '2026-01-15T12:00:00.000Z',
};

it('OP-30 a shared channel is made once a role, and each role sees its own', () => {
  const present = createPresentChannel('https://play.example');
  const shared = Object.freeze({ ...stored });
  expect(present(shared, 'Editor').apiKey).toBe('the-key');
  expect(present(shared, 'Viewer').apiKey).toBe(secretPlaceholder);
  expect(present(shared, 'Editor')).toBe(present(shared, 'Editor'));
  expect(present(shared, 'Editor').apiKey).toBe('the-key');
});

it('a channel that may change is made anew', () => {
  const present = createPresentChannel('https://play.example');
  const changing = { ...stored };
  expect(present(changing, 'Editor').name).toBe('A channel');
  expect(present({ ...changing, name: 'Renamed' }, 'Editor').name).toBe('Renamed');
  expect(present(changing, 'Editor')).not.toBe(present(changing, 'Editor'));
});

import { expect, it } from 'vitest';
import { defaultName } from './default-name.ts';

it('PLY-008 is two words and Playlist, another one each time', () => {
  const names = Array.from({ length: 20 }, () => defaultName(Math.random));
  for (const name of names) expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ Playlist$/);
  expect(new Set(names).size).toBeGreaterThan(10);
  expect([defaultName(() => 0), defaultName(() => 0.9999)]).toEqual([
    'Amber Badger Playlist',
    'Vivid Zephyr Playlist',
  ]);
});

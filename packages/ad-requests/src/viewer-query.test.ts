import { expect, test } from 'vitest';
import { viewerQuery } from './viewer-query.ts';

test('SEC-S127 what a player says of its playback is no parameter of its viewer: ad requests and ids stay equal', () => {
  const query = (cmcd: string) =>
    viewerQuery(
      new URLSearchParams({ genre: 'news', CMCD: cmcd, sid: 'x', token: 't' }),
    ).toString();
  expect(query('bs,sid="a"')).toBe('genre=news');
  expect(query('bl=4000')).toBe(query('bs'));
});

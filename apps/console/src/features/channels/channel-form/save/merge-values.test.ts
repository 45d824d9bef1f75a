import { describe, expect, it } from 'vitest';
import { mergeValues } from './merge-values.ts';

const base = { name: 'News', liveDelay: 0, adSource: { url: 'a', params: { x: '1', y: '2' } } };

describe('two edits of one channel', () => {
  it('CHE-042 what only one side changed is kept of both, at any depth', () => {
    const mine = { ...base, name: 'Mine', adSource: { url: 'a', params: { x: '9', y: '2' } } };
    const theirs = { ...base, liveDelay: 6, adSource: { url: 'b', params: { x: '1' } } };
    expect(mergeValues<object>(base, mine, theirs)).toEqual({
      merged: { name: 'Mine', liveDelay: 6, adSource: { url: 'b', params: { x: '9' } } },
      clashes: [],
    });
  });

  it('CHE-042 the same change twice is no clash; two different ones are, and mine stands', () => {
    const mine = { ...base, name: 'Same', liveDelay: 1 };
    const theirs = { ...base, name: 'Same', liveDelay: 2 };
    expect(mergeValues(base, mine, theirs)).toMatchObject({
      merged: { name: 'Same', liveDelay: 1 },
      clashes: ['liveDelay'],
    });
  });

  it('CHE-042 lists are whole: they are not mixed', () => {
    const clash = mergeValues({ tags: ['a'] }, { tags: ['a', 'b'] }, { tags: ['c'] });
    expect(clash).toEqual({ merged: { tags: ['a', 'b'] }, clashes: ['tags'] });
  });
});

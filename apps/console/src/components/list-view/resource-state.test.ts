import { describe, expect, it } from 'vitest';
import { emptyResource, reduceResource } from './resource-state.ts';

interface Row {
  readonly id: string;
  readonly name?: string;
  readonly type?: string;
}

const empty = emptyResource<Row>();
const a = { id: 'a', name: 'first' };
const b = { id: 'b', name: 'second' };
const c = { id: 'c', name: 'third' };
const listed = reduceResource(empty, { kind: 'listed', list: [a, b] });

describe('the state of a resource', () => {
  it('LIST-015 has the fields current, list, error, isLoading', () => {
    expect(empty).toEqual({ current: undefined, list: [], error: undefined, isLoading: false });
  });

  it('LIST-012 a start sets isLoading and forgets the last error', () => {
    const failed = reduceResource(listed, { kind: 'failed', error: new Error('down') });
    const started = reduceResource(failed, { kind: 'started' });
    expect(started).toEqual({ ...listed, isLoading: true, error: undefined });
  });

  it('LIST-012 an error is stored, and what was loaded stays', () => {
    const error = new Error('down');
    const failed = reduceResource(reduceResource(listed, { kind: 'started' }), {
      kind: 'failed',
      error,
    });
    expect(failed).toEqual({ ...listed, isLoading: false, error });
  });

  it('LIST-013 a list replaces the stored one', () => {
    const { list, isLoading } = reduceResource(listed, { kind: 'listed', list: [c] });
    expect(list).toEqual([c]);
    expect(isLoading).toBe(false);
  });

  it('LIST-013 kept items lose the missing ones and gain the new ones', () => {
    const { list } = reduceResource(listed, { kind: 'listed', list: [c, b], keepExisting: true });
    expect(list).toEqual([b, c]);
    const none = reduceResource(listed, { kind: 'listed', list: [], keepExisting: true });
    expect(none.list).toEqual([]);
  });

  it('LIST-014 an object is merged into current', () => {
    const one = reduceResource(empty, { kind: 'loaded', item: a });
    const two = reduceResource(one, { kind: 'loaded', item: { id: 'a', type: 'live' } });
    expect(two.current).toEqual({ id: 'a', name: 'first', type: 'live' });
    expect(two.isLoading).toBe(false);
  });
});

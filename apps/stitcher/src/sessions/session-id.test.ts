import { describe, expect, test } from 'vitest';
import { createSessionId, isOwnSessionId } from './session-id.ts';

const key = Buffer.alloc(32, 1);

describe('session ids', () => {
  test('an id is recognised for its channel without a lookup', () => {
    const id = createSessionId(key, 'channel-1');
    expect(id).toMatch(/^[\w-]{28}$/);
    expect(isOwnSessionId(key, 'channel-1', id)).toBe(true);
  });

  test('a foreign, altered, cut or made-up id is refused', () => {
    const id = createSessionId(key, 'channel-1');
    expect(isOwnSessionId(key, 'channel-2', id)).toBe(false);
    expect(isOwnSessionId(Buffer.alloc(32, 2), 'channel-1', id)).toBe(false);
    for (let index = 0; index < id.length; index += 1) {
      const other = id[index] === 'A' ? 'B' : 'A';
      const forged = id.slice(0, index) + other + id.slice(index + 1);
      expect(isOwnSessionId(key, 'channel-1', forged)).toBe(false);
    }
    expect(isOwnSessionId(key, 'channel-1', id.slice(0, -1))).toBe(false);
    expect(isOwnSessionId(key, 'channel-1', `${id}A`)).toBe(false);
    expect(isOwnSessionId(key, 'channel-1', '../../../../etc/passwd/../..')).toBe(false);
  });
});

import { DomainError, domainError } from '@interlude/contract/errors';
import { describe, expect, it } from 'vitest';
import { isFromRole, isToRole, packProblem, unpackProblem } from './launcher-messages.ts';

/** As the channel between two processes changes it. */
const sent = <T>(message: T): T => JSON.parse(JSON.stringify(message));

describe('a start that failed in the process of a role', () => {
  it('says the same in the launcher', () => {
    const problem = domainError('PORT_IN_USE', { port: 3100, variable: 'STITCHER_PORT' });
    const arrived = unpackProblem(sent(packProblem(problem)));
    expect(arrived).toBeInstanceOf(DomainError);
    expect(arrived.message).toBe(problem.message);
  });

  it('keeps the stack of a bug, which is what is reported', () => {
    const bug = new TypeError('x is undefined');
    const arrived = unpackProblem(sent(packProblem(bug)));
    expect(arrived.stack).toBe(bug.stack);
    expect(arrived.message).toBe('TypeError: x is undefined');
    expect(unpackProblem(sent(packProblem('odd'))).message).toBe('odd');
  });
});

it('other messages on the channel are not ours', () => {
  for (const message of [undefined, null, 'start', { cmd: 'NODE_HANDLE' }, { kind: 'other' }]) {
    expect([isToRole(message), isFromRole(message)]).toEqual([false, false]);
  }
  expect([isToRole({ kind: 'stop' }), isFromRole({ kind: 'stop' })]).toEqual([true, false]);
  expect([isToRole({ kind: 'started' }), isFromRole({ kind: 'started' })]).toEqual([false, true]);
});

import { describe, expect, it } from 'vitest';
import { helpText, parseArguments } from './arguments.ts';
import { nodeVersionProblem } from './node-version.ts';

describe('the command line', () => {
  it('starts every role when nothing is said', () => {
    expect(parseArguments([])).toEqual({
      kind: 'start',
      roles: ['control-plane', 'stitcher', 'worker', 'monitor', 'lab'],
    });
  });

  it('starts the roles that are named, each once', () => {
    expect(parseArguments(['--roles', 'worker, stitcher,worker'])).toEqual({
      kind: 'start',
      roles: ['stitcher', 'worker'],
    });
  });

  it.each([
    [['--roles', 'stitcher,player'], 'There is no role "player". Roles are control-plane'],
    [['--roles', ','], '--roles needs at least one role.'],
    [['--role', 'stitcher'], 'npm start -- --help'],
    [['stitcher'], 'npm start -- --help'],
  ])('answers %j with a sentence', (args, sentence) => {
    expect(() => parseArguments(args)).toThrow(sentence);
  });

  it('SEC-S52 counts again what was set aside', () => {
    expect(parseArguments(['--replay-events'])).toEqual({ kind: 'replay-events' });
  });

  it('helps', () => {
    expect(parseArguments(['--help'])).toEqual({ kind: 'help' });
    expect(parseArguments(['-h'])).toEqual({ kind: 'help' });
    expect(helpText()).toContain('INTERLUDE_DATA');
  });
});

describe('the Node version', () => {
  it('must be 24 or newer, and the sentence says what to do', () => {
    expect(nodeVersionProblem('24.21.0')).toBeUndefined();
    expect(nodeVersionProblem('26.0.0')).toBeUndefined();
    expect(nodeVersionProblem('20.20.2')).toContain('npm ci && npm start');
  });
});

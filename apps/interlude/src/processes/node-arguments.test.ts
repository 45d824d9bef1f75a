import { expect, it } from 'vitest';
import { nodeArguments } from './node-arguments.ts';

const launcher = ['--max-semi-space-size=16', '--conditions=@interlude/source', '--inspect=9229'];

it('a role has limits of its own, and what else the launcher was started with', () => {
  expect(nodeArguments('lab', launcher, '')).toEqual([
    '--conditions=@interlude/source',
    '--max-semi-space-size=2',
    '--max-old-space-size=512',
  ]);
  expect(nodeArguments('stitcher', launcher, '')).toEqual([
    '--conditions=@interlude/source',
    '--max-semi-space-size=16',
  ]);
});

it('a limit of the operator stands', () => {
  const limit = '--max-old-space-size=300';
  expect(nodeArguments('worker', [limit], '')).toEqual([limit, '--max-semi-space-size=2']);
  expect(nodeArguments('worker', [], `--trace-warnings ${limit}`)).toEqual([
    '--max-semi-space-size=2',
  ]);
});

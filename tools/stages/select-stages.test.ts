import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../root.ts';
import { selectStages } from './select-stages.ts';
import { stages as table } from './stage-table.ts';

const stages = [
  { name: 'types', commands: ['test', 'full'] },
  { name: 'machine', commands: ['test', 'full'], always: true },
  { name: 'unit', commands: ['test', 'full'] },
  { name: 'console', commands: ['test'] },
  { name: 'console-full', commands: ['full'] },
  { name: 'soak', commands: ['full'] },
] as const;

const names = (...chosen: Parameters<typeof selectStages>) =>
  selectStages(...chosen).map(({ name }) => name);

describe('selectStages', () => {
  it('gives a command its own stages in their order', () => {
    expect(names(stages, 'test', {})).toEqual(['types', 'machine', 'unit', 'console']);
    expect(names(stages, 'full', {})).toEqual(['types', 'machine', 'unit', 'console-full', 'soak']);
  });

  it('begins with the stage after --from, and keeps what others need', () => {
    expect(names(stages, 'full', { from: 'console-full' })).toEqual([
      'machine',
      'console-full',
      'soak',
    ]);
    expect(names(stages, 'full', { from: 'types' })).toHaveLength(5);
  });

  it('runs the stage after --only, and what it needs', () => {
    expect(names(stages, 'test', { only: 'unit' })).toEqual(['machine', 'unit']);
    expect(names(stages, 'test', { only: 'machine' })).toEqual(['machine']);
  });

  it('names the stages of the command when there is none of that name', () => {
    expect(() => names(stages, 'test', { only: 'soak' })).toThrow(
      "There is no stage 'soak' in this command. Its stages are: types, machine, unit, console.",
    );
    expect(() => names(stages, 'full', { from: '' })).toThrow("There is no stage ''");
  });

  it('takes --from or --only, not both', () => {
    expect(() => names(stages, 'full', { from: 'unit', only: 'soak' })).toThrow(
      'Give either --from or --only, not both.',
    );
  });
});

describe('the table of stages', () => {
  it('has each name once', () => {
    const all = table.map(({ name }) => name);
    expect(new Set(all).size).toBe(all.length);
  });

  it('is the table of CONTRIBUTING', async () => {
    const text = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
    const rows = table.map(({ name, proves, commands, budgetSeconds }) => {
      const [first, second] = commands;
      const command = second !== undefined ? 'both' : first === 'test' ? '`npm test`' : 'full';
      return `| \`${name}\` | ${proves} | ${command} | ${budgetSeconds} s |`;
    });
    expect(text).toContain(rows.join('\n'));
  });

  it('has fifteen minutes for npm test', () => {
    const budgets = selectStages(table, 'test', {}).map(({ budgetSeconds }) => budgetSeconds);
    expect(budgets.reduce((sum, seconds) => sum + seconds, 0)).toBeLessThanOrEqual(900);
  });
});

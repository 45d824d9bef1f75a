import { type Flow, shippedFlows, taskTypes } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { rangeOf } from '../../components/json-editor/json-text.ts';
import {
  flowBody,
  flowProblems,
  flowValues,
  isChanged,
  isNeeded,
  missingTasks,
  newFlowValues,
  withTask,
} from './flow-values.ts';
import { findingText, taskSettingsOf } from './task-facts.ts';
import { readTasks, refusedTasks } from './task-problems.ts';

const [conditioning] = shippedFlows;
if (conditioning === undefined) throw new Error('no workflow is shipped');
const flow: Flow = {
  ...conditioning,
  id: 'f1',
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};

function problemsOf(text: string): string[] {
  return readTasks(text).problems.map(
    ({ from, to, message }) => `${text.slice(from, to)} ${message}`,
  );
}

describe('the values of a workflow', () => {
  it('FLOW-002 name, attempts, timeout and tasks go into the form and out of it', () => {
    const values = flowValues(flow);
    expect(isChanged(values, flowValues(flow))).toBe(false);
    expect(flowBody(values)).toEqual(conditioning);
    expect(isChanged({ ...values, tasks: `${values.tasks} ` }, values)).toBe(true);
  });

  it('FLOW-002 a new one starts sound, but for its name', () => {
    expect(flowProblems(newFlowValues)).toEqual({ name: 'I should not be empty!' });
    expect(readTasks(newFlowValues.tasks).problems).toEqual([]);
  });

  it('FLOW-002 attempts and timeout keep to their ranges', () => {
    expect(flowProblems({ ...newFlowValues, name: 'x', attempts: 0, timeout: '' })).toEqual({
      attempts: 'value must be between 1 and 10',
      timeout: 'value must be between 1 and 1440',
    });
  });

  it('knows which workflows the platform looks for', () => {
    expect([isNeeded('media-analysis'), isNeeded('mine')]).toEqual([true, false]);
  });

  it('puts a missing task where the catalogue has it', () => {
    const tasks = [{ type: 'download' }, { type: 'encode' }];
    expect(missingTasks(tasks)).not.toContain('encode');
    expect(missingTasks('nonsense')).toEqual([]);
    const types = (text: string) => JSON.parse(text).map(({ type }: { type: string }) => type);
    expect(types(withTask(tasks, 'probe'))).toEqual(['download', 'probe', 'encode']);
    expect(types(withTask(tasks, 'register'))).toEqual(['download', 'encode', 'register']);
    expect(types(withTask(undefined, 'download'))).toEqual(['download']);
  });
});

describe('the tasks as they are typed', () => {
  it('FLOW-003 says whether they parse as JSON', () => {
    expect([readTasks('[').parses, readTasks('{}').parses]).toEqual([false, true]);
  });

  it('marks an unknown task, an unknown setting and a wrong value at their places', () => {
    const text =
      '[{"type": "download", "settings": {"speed": 3}}, {"type": "probe", "settings": {"maxDurationSeconds": 0}}]';
    expect(problemsOf(text)).toEqual([
      '"speed" This task has no setting “speed”.',
      '0 maxDurationSeconds: Too small: expected number to be >=1',
    ]);
    expect(problemsOf('[{"type": "download", "note": 1}]')).toEqual([
      '"note" A task has no “note”.',
    ]);
    expect(problemsOf('[{"type": "fly"}]')[0]).toMatch(/^"fly" Invalid option/);
  });

  it('marks a task that stands before what it needs, and one that stands twice', () => {
    expect(problemsOf('[{"type": "encode"}]')).toEqual([
      '"encode" encode needs file and probe of an earlier task.',
    ]);
    expect(problemsOf('[{"type": "download"}, {"type": "download"}]')).toEqual([
      '"download" download occurs twice.',
    ]);
  });

  it('says of too many tasks only that', () => {
    const text = JSON.stringify(Array.from({ length: 2_000 }, () => ({ type: 'download' })));
    expect(readTasks(text).problems.map(({ message }) => message)).toEqual([
      'A workflow has at most 8 tasks, each once; this list has 2000.',
    ]);
  });

  it('marks names that stand twice beside what the catalogue says', () => {
    const text = '[{"type": "download", "settings": {"maxBytes": 1, "maxBytes": 2}}]';
    expect(problemsOf(text)).toEqual(['"maxBytes" “maxBytes” occurs twice in this object.']);
  });

  it('marks what the server refuses', () => {
    const reading = readTasks('[{"type": "download"}]');
    const [problem] = refusedTasks(reading, { 'taskTemplates.0.type': 'No.', name: 'taken' });
    expect(problem).toEqual({
      kind: 'schema',
      message: 'No.',
      ...rangeOf(reading, [0, 'type']),
    });
  });
});

describe('the catalogue of tasks', () => {
  it('names the settings of every task with what they may be', () => {
    for (const type of taskTypes) {
      for (const setting of taskSettingsOf(type)) expect(setting.kind).not.toBe('');
    }
    expect(taskSettingsOf('encode')[0]).toMatchObject({
      name: 'engine',
      kind: 'choice',
      byDefault: '"auto"',
      values: ['"auto"', '"node-av"', '"ffmpeg"', '"bitmovin"'],
    });
    expect(taskSettingsOf('antivirus')[0]?.values).toEqual(['true', 'false']);
    expect(taskSettingsOf('probe')[1]).toMatchObject({ name: 'refuse', list: true });
    expect(findingText('HDR')).toContain('dynamic range');
    expect(findingText('nonsense')).toBeUndefined();
  });
});

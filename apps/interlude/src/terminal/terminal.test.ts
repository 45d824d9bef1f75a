import { stripVTControlCharacters } from 'node:util';
import { createLogger } from '@interlude/runtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Terminal } from './terminal.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function terminal(quietStart = true) {
  let written = '';
  const shown = new Terminal({
    write: (text) => {
      written += text;
    },
    now: () => performance.now(),
    quietStart,
  });
  return {
    terminal: shown,
    logger: createLogger({ name: 'test', stream: shown.log }),
    written: () => written,
    /** Lines on the screen, without those that were erased. */
    lines: () =>
      written
        .split('\n')
        .map((line) => stripVTControlCharacters(line.slice(line.lastIndexOf('\r') + 1))),
  };
}

const takes = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));
const named = (name: string) => ({ doing: `making ${name}`, done: () => `${name} made` });

describe('the start on a terminal', () => {
  it('is one line per finished step with its seconds', async () => {
    const { terminal: shown, lines } = terminal();
    const first = shown.step(named('a'), takes(100));
    await vi.advanceTimersByTimeAsync(100);
    await first;
    const second = shown.step(named('b'), takes(2_340));
    await vi.advanceTimersByTimeAsync(2_340);
    await second;
    expect(lines()).toEqual(['✓ a made (0.1 s)', '✓ b made (2.3 s)', '']);
  });

  it('names the steps under way below, in one line that is erased when they end', async () => {
    const { terminal: shown, lines, written } = terminal();
    const steps = [shown.step(named('a'), takes(2_000)), shown.step(named('b'), takes(3_000))];
    await vi.advanceTimersByTimeAsync(1_500);
    expect(lines()).toEqual(['… making a (2 s), making b (2 s)']);
    await vi.advanceTimersByTimeAsync(500);
    expect(lines()).toEqual(['✓ a made (2.0 s)', '… making b (2 s)']);
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(steps);
    expect(lines()).toEqual(['✓ a made (2.0 s)', '✓ b made (3.0 s)', '']);
    const atTheEnd = written();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written()).toBe(atTheEnd);
  });

  it('marks the step that failed and passes its error on', async () => {
    const { terminal: shown, lines } = terminal();
    const failing = shown.step(named('a'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(lines()).toEqual(['✗ making a (0.0 s)', '']);
  });

  it('says nothing of a step that had nothing to do', async () => {
    const { terminal: shown, written } = terminal();
    await shown.step({ doing: 'checking', done: () => undefined }, async () => 1);
    expect(written()).toBe('');
  });

  it('shows warnings while it starts, and every log line afterwards', () => {
    const { terminal: shown, logger, lines } = terminal();
    logger.info('a detail');
    logger.warn('the disk is slow');
    shown.ready();
    logger.info('user logged in');
    expect(lines().map((line) => line.slice('00:00:00 '.length))).toEqual([
      'warn  test the disk is slow',
      'info  test user logged in',
      '',
    ]);
  });

  it('shows every log line from the first one when LOG_LEVEL is set', () => {
    const { logger, lines } = terminal(false);
    logger.info('a detail');
    expect(lines()[0]).toContain('a detail');
  });
});

/**
 * The output of `npm start` on a terminal: one line per finished step, below them one line that names the running steps
 * and is rewritten in place, and the log as readable lines in between.
 */
import { styleText } from 'node:util';
import { prettyLine } from '@interlude/runtime/launch';
import type { Progress, Step } from './progress.ts';

export interface TerminalOptions {
  /** Writes text to the terminal. */
  readonly write: (text: string) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Log lines of level `info` and below are left out until `ready`: the steps say the same. */
  readonly quietStart: boolean;
}

/** A step shorter than this never shows as under way. */
const SHOW_AFTER_MS = 300;
const REDRAW_MS = 500;
/** To the start of the line, and the line erased (ECMA-48 EL). */
const eraseLine = '\r\u001b[2K';

interface RunningStep {
  readonly doing: string;
  readonly startedAtMs: number;
}

const secondsText = (ms: number): string => `(${(ms / 1_000).toFixed(1)} s)`;

function isInfoOrLess(line: string): boolean {
  return /"level":"(?:info|debug|trace)"/.test(line);
}

export class Terminal implements Progress {
  readonly #options: TerminalOptions;
  readonly #running = new Set<RunningStep>();
  #timer: NodeJS.Timeout | undefined;
  /** Present text of the line of running steps; '' = there is none. */
  #runningLine = '';
  #isReady = false;

  constructor(options: TerminalOptions) {
    this.#options = options;
  }

  /** Where the logger writes its JSON lines. */
  readonly log = {
    write: (line: string): void => {
      if (!this.#isReady && this.#options.quietStart && isInfoOrLess(line)) return;
      this.#print(prettyLine(line));
    },
  };

  async step<T>(step: Step<T>, work: () => Promise<T>): Promise<T> {
    const running = { doing: step.doing, startedAtMs: this.#options.now() };
    this.#running.add(running);
    this.#timer ??= setInterval(() => this.#redraw(), REDRAW_MS);
    try {
      const result = await work();
      this.#end(running, styleText('green', '✓'), step.done(result));
      return result;
    } catch (error) {
      this.#end(running, styleText('red', '✗'), step.doing);
      throw error;
    }
  }

  /** The start is over: all log lines are shown from now on. */
  ready(): void {
    this.#isReady = true;
  }

  #end(running: RunningStep, sign: string, text: string | undefined): void {
    this.#running.delete(running);
    if (this.#running.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    const took = this.#options.now() - running.startedAtMs;
    this.#print(text === undefined ? '' : `${sign} ${text} ${secondsText(took)}\n`);
  }

  /** Text ends with a line feed; the line of running steps stays below it. */
  #print(text: string): void {
    if (this.#runningLine !== '') this.#options.write(eraseLine);
    this.#runningLine = '';
    if (text !== '') this.#options.write(text);
    this.#redraw();
  }

  #redraw(): void {
    const now = this.#options.now();
    const shown = [...this.#running].filter(({ startedAtMs }) => now - startedAtMs > SHOW_AFTER_MS);
    if (shown.length === 0) return;
    const names = shown.map(
      ({ doing, startedAtMs }) => `${doing} (${Math.round((now - startedAtMs) / 1_000)} s)`,
    );
    const line = `… ${names.join(', ')}`;
    if (line === this.#runningLine) return;
    this.#options.write(`${eraseLine}${styleText('gray', line)}`);
    this.#runningLine = line;
  }
}

/** A stage of the two test commands, and its result. */

/** `npm test` and `npm run test:full`. */
export type TestCommand = 'test' | 'full';

export interface FileSeconds {
  /** From the project's folder on. */
  readonly file: string;
  readonly seconds: number;
}

export interface Tally {
  readonly passed: number;
  /** Flaky tests included. */
  readonly failed: number;
  /** Tests that failed first and passed at their second try. */
  readonly flaky: number;
  /** Seconds spent in each test file; empty for a stage that is one command. */
  readonly files: readonly FileSeconds[];
}

export interface Stage {
  /** Unique, short enough to be typed after `--only`. */
  readonly name: string;
  /** One line on the claim that this stage proves. */
  readonly proves: string;
  /** Command that repeats this stage alone. */
  readonly repeat: string;
  /** Budget on two quiet cores. */
  readonly budgetSeconds: number;
  readonly commands: readonly TestCommand[];
  /** Runs with any selection of stages: others need its result. */
  readonly always?: true;
  /** @param report a path of its own for the report of a test runner */
  readonly run: (report: string) => Promise<Tally>;
}

export interface StageResult extends Omit<Tally, 'files'> {
  readonly name: string;
  readonly seconds: number;
  readonly budgetSeconds: number;
  /** At most ten, the slowest first. */
  readonly slowestFiles: readonly FileSeconds[];
}

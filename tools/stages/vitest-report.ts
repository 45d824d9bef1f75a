/**
 * A reporter of Vitest for the test commands: counts, and the time of each file with its imports, environment and
 * hooks, which Vitest's own JSON report leaves out. vitest.config.ts adds it when VITEST_REPORT names its output.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from '../root.ts';
import type { VitestReport } from './runner-reports.ts';

/** Seconds of a test file with its imports, environment and hooks. */
export function secondsOf(module: TestModule): number {
  const spent = module.diagnostic();
  const ms =
    spent.environmentSetupDuration +
    spent.prepareDuration +
    spent.collectDuration +
    spent.setupDuration +
    spent.duration;
  return Math.round(ms) / 1_000;
}

function count(modules: readonly TestModule[]): Omit<VitestReport, 'files'> {
  const counts = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (test.diagnostic()?.flaky === true) counts.flaky += 1;
      else if (state === 'passed') counts.passed += 1;
      else if (state === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
  }
  return counts;
}

export class VitestReportWriter implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      file: relative(root, module.moduleId),
      seconds: secondsOf(module),
    }));
    const report: VitestReport = { ...count(modules), files };
    writeFileSync(this.#path, JSON.stringify(report));
  }
}

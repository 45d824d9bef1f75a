/**
 * `npm run prove-settings [-- <path of a setting>…]`: checks that the named proof of a setting fails when the data
 * plane gets the default instead of its value. First all named tests run with nothing replaced and have to pass; then
 * those of each setting run with that setting at its default and have to fail, every one of them. Each setting is a
 * project of one Vitest, so that they share transformed modules and run in parallel.
 */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import {
  namePattern,
  type Proof,
  type ProofResult,
  proofsOf,
  type Verdict,
  verdictOf,
} from './prove-settings/proof.ts';
import { root } from './root.ts';
import type { VitestReport } from './stages/runner-reports.ts';
import { secondsOf } from './stages/vitest-report.ts';

/** Name of the project in which no setting is replaced. */
const UNCHANGED = 'unchanged';

async function openVitest(
  proofs: readonly Proof[],
  onModule: (module: TestModule) => void,
): Promise<Vitest> {
  const conditions = ['@interlude/source'];
  const include = [...new Set(proofs.map(({ file }) => file))];
  const project = (name: string) => ({
    extends: true as const,
    test: {
      name,
      include,
      setupFiles: [join(root, 'tools/prove-settings/channel-door.setup.ts')],
      provide: { settingAtDefault: name === UNCHANGED ? '' : name },
      testTimeout: 30_000,
      hookTimeout: 120_000,
    },
  });
  return await createVitest(
    'test',
    {
      root,
      config: false,
      projects: [UNCHANGED, ...proofs.map(({ field }) => field)]
        .filter((name, index, names) => names.indexOf(name) === index)
        .map(project),
      // A test that fails as it should need not say why.
      reporters: [{ onTestModuleEnd: onModule }],
      update: 'none',
      maxWorkers: '100%',
      watch: false,
    },
    { resolve: { conditions }, ssr: { resolve: { conditions } } },
  );
}

/** The files of these proofs in one project, each with the named tests alone. */
function specificationsOf(
  vitest: Vitest,
  projectName: string,
  proofs: readonly Proof[],
): TestSpecification[] {
  const project = vitest.projects.find(({ name }) => name === projectName);
  if (project === undefined) throw new Error(`Vitest has no project ${projectName}`);
  return [...Map.groupBy(proofs, ({ file }) => file)].map(([file, own]) =>
    project.createSpecification(join(root, file), { testNamePattern: namePattern(own) }),
  );
}

const resultsOf = (module: TestModule): ProofResult[] =>
  [...module.children.allTests()].map((test) => ({
    fullName: test.fullName,
    state: test.result().state,
  }));

/** Reports the verdict of each proof as soon as it is known. */
async function prove(proofs: readonly Proof[]): Promise<VitestReport> {
  const unchanged = new Map<string, ProofResult[]>();
  const seconds = new Map<string, number>();
  const verdicts = new Map<Proof, Verdict>();
  const report = (proof: Proof, verdict: Verdict, spent: number) => {
    verdicts.set(proof, verdict);
    const { field, file, name } = proof;
    const took = `${spent.toFixed(1)} s`.padStart(7);
    process.stdout.write(`${verdict.padEnd(10)} ${took}  ${field}  ${file} › ${name}\n`);
  };
  const onModule = (module: TestModule) => {
    const file = relative(root, module.moduleId);
    const spent = secondsOf(module);
    seconds.set(file, (seconds.get(file) ?? 0) + spent);
    if (module.project.name === UNCHANGED) {
      unchanged.set(file, resultsOf(module));
      return;
    }
    for (const proof of proofs) {
      if (proof.field !== module.project.name || proof.file !== file) continue;
      report(proof, verdictOf(proof, unchanged.get(file) ?? [], resultsOf(module)), spent);
    }
  };
  const vitest = await openVitest(proofs, onModule);
  try {
    await vitest.runTestSpecifications(specificationsOf(vitest, UNCHANGED, proofs));
    const atDefault = [...Map.groupBy(proofs, ({ field }) => field)].flatMap(([field, own]) =>
      specificationsOf(vitest, field, own),
    );
    await vitest.runTestSpecifications(atDefault);
  } finally {
    await vitest.close();
  }
  for (const proof of proofs) if (!verdicts.has(proof)) report(proof, 'DID NOT RUN', 0);
  const wrong = [...verdicts.values()].filter((verdict) => verdict !== 'proven').length;
  return {
    passed: proofs.length - wrong,
    failed: wrong,
    skipped: 0,
    flaky: 0,
    files: [...seconds].map(([file, spent]) => ({ file, seconds: spent })),
  };
}

const startedAt = performance.now();
const proofs = proofsOf(process.argv.slice(2));
const report = await prove(proofs);
const fields = new Set(proofs.map(({ field }) => field)).size;
const spent = Math.round((performance.now() - startedAt) / 1_000);
process.stdout.write(
  `${report.passed} of ${proofs.length} proofs of ${fields} settings hold, ${spent} s\n`,
);
const path = process.env['VITEST_REPORT'];
if (path !== undefined) writeFileSync(path, JSON.stringify(report));
process.exitCode = report.failed === 0 ? 0 : 1;

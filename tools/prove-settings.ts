/**
 * `npm run prove-settings [-- <path of a setting>…]`: whether the named proof of a setting fails when the data plane
 * gets the default instead of its value. First all named tests run with nothing replaced and have to pass; then
 * those of each setting run with that setting at its default and have to fail, every one of them.
 */
import { join, relative } from 'node:path';
import { channelSettingList } from '@interlude/contract';
import { createVitest, type TestCase, type Vitest } from 'vitest/node';
import { root } from './root.ts';

interface Proof {
  readonly field: string;
  readonly file: string;
  readonly name: string;
}

type Verdict = 'proven' | 'PASSES WITHOUT THE SETTING' | 'FAILS WITH THE SETTING' | 'NOT FOUND';

function proofsOf(fields: readonly string[]): Proof[] {
  const unknown = fields.filter((field) => !channelSettingList.some(({ path }) => path === field));
  if (unknown.length > 0) throw new Error(`No such setting: ${unknown.join(', ')}`);
  return channelSettingList
    .filter(({ path }) => fields.length === 0 || fields.includes(path))
    .flatMap(({ path, proof }) =>
      proof.map((each) => {
        const [file = '', name = ''] = each.split(' › ');
        return { field: path, file: join(root, file), name };
      }),
    );
}

/** `%s` of a test for several rows stands for any text. */
function namePattern(name: string): string {
  return name
    .split(/%[sdij]/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
    .join('.*');
}

async function openVitest(files: readonly string[]): Promise<Vitest> {
  const conditions = ['@interlude/source'];
  return await createVitest(
    'test',
    {
      root,
      config: false,
      include: [...files],
      setupFiles: [join(root, 'tools/prove-settings/channel-door.setup.ts')],
      // A test that fails as it should need not say why; one that waits in vain need not wait long.
      reporters: [{}],
      testTimeout: 30_000,
      hookTimeout: 120_000,
      watch: false,
    },
    { resolve: { conditions }, ssr: { resolve: { conditions } } },
  );
}

/** Whether the tests of each name passed, with this setting at its default. */
async function run(vitest: Vitest, field: string, proofs: readonly Proof[]) {
  vitest.provide('settingAtDefault', field);
  vitest.setGlobalTestNamePattern(
    new RegExp(proofs.map(({ name }) => namePattern(name)).join('|')),
  );
  const files = new Set(proofs.map(({ file }) => file));
  const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) =>
    files.has(moduleId),
  );
  const { testModules } = await vitest.runTestSpecifications(specifications);
  return ({ file, name }: Proof): readonly TestCase[] => {
    const pattern = new RegExp(namePattern(name));
    const found = testModules.find(({ moduleId }) => moduleId === file);
    return [...(found?.children.allTests() ?? [])].filter((test) => pattern.test(test.fullName));
  };
}

const passed = (tests: readonly TestCase[]) =>
  tests.every((test) => test.result().state === 'passed');

async function prove(proofs: readonly Proof[]): Promise<number> {
  const vitest = await openVitest([...new Set(proofs.map(({ file }) => file))]);
  let wrong = 0;
  const tell = ({ field, file, name }: Proof, verdict: Verdict) => {
    if (verdict !== 'proven') wrong += 1;
    const place = relative(root, file);
    process.stdout.write(`${verdict.padEnd(10)}  ${field}  ${place} › ${name}\n`);
  };
  try {
    const unchanged = await run(vitest, '', proofs);
    for (const [field, own] of Map.groupBy(proofs, (proof) => proof.field)) {
      const atDefault = await run(vitest, field, own);
      for (const proof of own) {
        if (unchanged(proof).length === 0) tell(proof, 'NOT FOUND');
        else if (!passed(unchanged(proof))) tell(proof, 'FAILS WITH THE SETTING');
        else if (passed(atDefault(proof))) tell(proof, 'PASSES WITHOUT THE SETTING');
        else tell(proof, 'proven');
      }
    }
  } finally {
    await vitest.close();
  }
  return wrong;
}

const proofs = proofsOf(process.argv.slice(2));
const wrong = await prove(proofs);
process.stdout.write(`${proofs.length - wrong} of ${proofs.length} proofs hold\n`);
process.exitCode = wrong === 0 ? 0 : 1;

import { beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../apps/monitor/src/testing/simulated-platform.suite.ts';
import { recordedPack, zipOf } from './recorded-pack.suite.ts';
import { replayPack, runReplay } from './replay-command.ts';

const isOutput = ({ host, pathname }: URL) => host === 'viewers.test' && pathname.endsWith('.m3u8');

const faults: readonly (readonly [string, Fault, string])[] = [
  [
    'a source that fails',
    { answer: ({ host }) => (host === 'origin.test' ? { status: 503 } : undefined) },
    'T6 source',
  ],
  [
    'an output whose numbers go back',
    {
      change: (text, url) =>
        isOutput(url)
          ? text.replace(/(MEDIA-SEQUENCE:)(\d+)/, (_all, tag, number) => `${tag}${number - 3}`)
          : text,
    },
    'H1 platform',
  ],
  [
    'ads whose segments are gone',
    { answer: ({ pathname }) => (pathname.includes('/ad/') ? { status: 404 } : undefined) },
    'T12 platform',
  ],
];

let sourceFails: Awaited<ReturnType<typeof recordedPack>>;
beforeAll(async () => {
  sourceFails = await recordedPack(faults[0]?.[1] ?? {});
});

test.each(faults)(
  'MON-001 a pack of %s gives the same findings again',
  async (_name, fault, named) => {
    const { zip, pack } = fault === faults[0]?.[1] ? sourceFails : await recordedPack(fault);
    expect(pack.findings.map(({ rule, owner }) => `${rule} ${owner}`)).toContain(named);
    const report = await replayPack(zip);
    expect(report.findings).toMatchObject({ missing: [], added: [] });
    expect(report.findings.same.map(({ rule, owner }) => `${rule} ${owner}`)).toContain(named);
    expect(report.isSame).toBe(true);
  },
);

test('MON-001 a finding whose second look came after the pack is left out, not missing', async () => {
  const { pack } = sourceFails;
  const [finding = expect.fail()] = pack.findings;
  const looks = pack.looks.filter(({ atMs }) => atMs <= Date.parse(finding.firstSeen));
  expect(looks.length).toBeLessThan(pack.looks.length);
  const { findings, isSame } = await replayPack(zipOf({ ...pack, looks }));
  expect(isSame).toBe(true);
  expect(findings).toMatchObject({ same: [], missing: [], added: [] });
  expect(findings.leftOut[0]).toMatchObject({
    finding: { rule: 'T6' },
    reason: 'it was opened by a look that came after the last one of the pack',
  });
});

test('a pack that was changed differs, and says in what', async () => {
  const { pack } = sourceFails;
  const printed: string[] = [];
  const run = (zip: Uint8Array, ...more: string[]) =>
    runReplay(['pack.zip', ...more], {
      print: (text) => void printed.push(text),
      say: (text) => void printed.push(text),
      readFile: async () => zip,
    });
  expect(await run(zipOf(pack))).toBe(0);
  const [finding = expect.fail()] = pack.findings;
  const other = { ...finding, owner: 'cdn' as const };
  expect(await run(zipOf({ ...pack, findings: [other, ...pack.findings.slice(1)] }))).toBe(1);
  expect(printed.at(-1)).toContain('missing T6 error (cdn)');
  expect(printed.at(-1)).toContain('added   T6 error (source)');
  expect(await run(zipOf(pack).subarray(0, 100))).toBe(2);
  expect(printed.at(-1)).toBe('This is no zip that can be read.\n');
  expect(await run(zipOf(pack), '--loud')).toBe(2);
  expect(printed.at(-1)).toContain('Exit status');
});

/**
 * Many sessions over simulated minutes, every output judged:
 * `npm run soak -- hls|dash [--sessions 1000] [--minutes 30] [--restarts 5] [--seed 1]`.
 * Ends with status 1 when the judge has found something, and writes the outputs that show it; also when the memory of a
 * run of two hours and more grows by a percent an hour. That is the memory of stitcher, ad server, origin, viewers and
 * judge together, which are in one process.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runLiveSoak } from '../apps/stitcher/src/testing/live-soak.suite.ts';
import { root } from './root.ts';
import { growthPercentAnHour, type MemorySample } from './soak/memory-growth.ts';

/** Simulated minutes between two samples of memory. */
const sampleEvery = 5;
/** Shorter runs say nothing about growth, simulated minutes. */
const leastMinutes = 120;
const mostGrowthPercent = 1;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sessions: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '30' },
    restarts: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const [protocol] = positionals;
if (protocol !== 'hls' && protocol !== 'dash') {
  process.stderr.write('Say what to soak: npm run soak -- hls, or npm run soak -- dash.\n');
  process.exit(2);
}

const samples: { readonly resident: MemorySample; readonly heap: MemorySample }[] = [];
function sampleMemory(minute: number): void {
  if (minute % sampleEvery !== 0) return;
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const at = (bytes: number) => ({ atHours: minute / 60, megabytes: bytes / 2 ** 20 });
  samples.push({ resident: at(rss), heap: at(heapUsed) });
}

const startedMs = Date.now();
const result = await runLiveSoak({
  protocol,
  sessions: Number(values.sessions),
  minutes: Number(values.minutes),
  restarts: Number(values.restarts),
  seed: Number(values.seed),
  onProgress: (line) => process.stdout.write(`${line}\n`),
  onMinute: sampleMemory,
});
const { findings, beaconFindings, errors, ...figures } = result;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const growth = growthPercentAnHour(samples.map(({ resident }) => resident));
const heapGrowth = growthPercentAnHour(samples.map(({ heap }) => heap));
const counts = {
  findings: findings.length,
  beaconFindings: beaconFindings.length,
  errors: errors.length,
  seconds: Math.round((Date.now() - startedMs) / 1000),
  processorSeconds: Math.round((userCPUTime + systemCPUTime) / 1e6),
  peakMegabytes: Math.round(maxRSS / 1024),
  residentGrowth: growth === undefined ? '–' : `${growth.toFixed(2)} % an hour`,
  heapGrowth: heapGrowth === undefined ? '–' : `${heapGrowth.toFixed(2)} % an hour`,
};
for (const [what, count] of Object.entries({ ...figures, ...counts }))
  process.stdout.write(`${what.padEnd(16)} ${count}\n`);
for (const { rule, placementId, detail } of beaconFindings.slice(0, 5))
  process.stdout.write(`${rule}: ${detail} (${placementId.slice(-40)})\n`);
if (findings.length + beaconFindings.length + errors.length > 0) {
  const folder = join(root, 'bench-results', `soak-${protocol}-${values.seed}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'beacons.json'), JSON.stringify(beaconFindings, null, 2));
  await writeFile(join(folder, 'errors.log'), errors.join(''));
  for (const [index, { finding, outputs }] of findings.slice(0, 50).entries()) {
    const text = [JSON.stringify(finding), ...outputs].join('\n----\n');
    await writeFile(join(folder, `${index}-${finding.rule}.txt`), text);
  }
  process.stderr.write(`What was found is in ${folder}.\n`);
  process.exitCode = 1;
}
if (Number(values.minutes) >= leastMinutes && (growth ?? 0) >= mostGrowthPercent) {
  process.stderr.write(`Its memory grows by more than ${mostGrowthPercent} % an hour.\n`);
  process.exitCode = 1;
}

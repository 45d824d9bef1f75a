/** `npm run bench -- <name>`: prints `what / ours / peer / ratio` and writes the same as JSON to bench-results/. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { benchApi } from './bench/api-bench.ts';
import { benchArchive } from './bench/archive-bench.ts';
import { benchAttacks } from './bench/attacks-bench.ts';
import type { BenchRow } from './bench/bench-row.ts';
import { benchCondition } from './bench/condition-bench.ts';
import { benchDecisions } from './bench/decisions-bench.ts';
import { benchInband } from './bench/inband-bench.ts';
import { benchIngest } from './bench/ingest-bench.ts';
import { benchMonitor } from './bench/monitor-bench.ts';
import { benchPages } from './bench/pages-bench.ts';
import { benchParse } from './bench/parse-bench.ts';
import { benchReports } from './bench/reports-bench.ts';
import { benchServe } from './bench/serve-bench.ts';
import { benchSessions } from './bench/sessions-bench.ts';
import { benchStart } from './bench/start-bench.ts';
import { benchStitch } from './bench/stitch-bench.ts';
import { benchUnits } from './bench/units-bench.ts';
import { benchViewers } from './bench/viewers-bench.ts';
import { root } from './root.ts';

const benches: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  start: benchStart,
  api: benchApi,
  serve: benchServe,
  parse: benchParse,
  stitch: benchStitch,
  sessions: benchSessions,
  viewers: benchViewers,
  decisions: benchDecisions,
  condition: () => benchCondition(),
  attacks: benchAttacks,
  inband: benchInband,
  ingest: benchIngest,
  monitor: benchMonitor,
  reports: benchReports,
  archive: benchArchive,
  pages: benchPages,
  units: benchUnits,
};

function print(rows: readonly BenchRow[]): void {
  const head = { what: 'what', ours: 'ours', peer: 'peer', ratio: 'ratio' };
  const cells = [head, ...rows.map((row) => ({ ...row, ratio: row.ratio.toFixed(2) }))];
  const widths = (['what', 'ours', 'peer', 'ratio'] as const).map((key) => ({
    key,
    width: Math.max(...cells.map((cell) => cell[key].length)),
  }));
  for (const cell of cells) {
    const line = widths.map(({ key, width }) => cell[key].padEnd(width)).join('  ');
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}

async function main(): Promise<void> {
  const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
  const unknown = names.find((name) => !Object.hasOwn(benches, name));
  if (unknown !== undefined || names.length === 0) {
    const said = unknown === undefined ? 'Name a bench' : `There is no bench "${unknown}"`;
    throw new Error(`${said}: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  }
  await mkdir(join(root, 'bench-results'), { recursive: true });
  for (const name of names) {
    const rows = (await benches[name]?.()) ?? [];
    print(rows);
    const at = new Date().toISOString();
    const facts = { bench: name, at, node: process.version, cpus: cpus().length, rows };
    const file = join('bench-results', `${name}-${at.replace(/[:.]/g, '-')}.json`);
    await writeFile(join(root, file), `${JSON.stringify(facts, null, 2)}\n`);
    process.stdout.write(`${file}\n`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

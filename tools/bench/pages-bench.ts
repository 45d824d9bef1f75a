/**
 * How soon the console can be read and used: Lighthouse on the login page, the dashboard and the list of channels, as a
 * desktop and as a phone, with 20 enabled channels and four cards on the dashboard. `BENCH_RUNS` (5) sets how often each is loaded;
 * the median counts.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@interlude/contract/api';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { findChromium } from '../find-chromium.ts';
import { freePorts } from '../free-ports.ts';
import { runCommand } from '../run-command.ts';
import { signIn } from '../sign-in.ts';
import { type SpawnedPlatform, spawnPlatform } from '../spawn-platform.ts';
import { againstTarget, type BenchRow, median } from './bench-row.ts';
import { lighthouseCommand } from './peers.ts';

const channels = 20;
const runs = Number(process.env['BENCH_RUNS'] ?? 5);

const pages = {
  login: '/login',
  dashboard: '/app/dashboard',
  channels: '/app/ad-insertion/channels',
} as const;
type PageName = keyof typeof pages;

/** Least scores wanted. */
const wanted = { desktop: 98, mobile: 85 } as const;
type Form = keyof typeof wanted;

const report = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  runtimeError: z.object({ message: z.string() }).optional(),
  finalDisplayedUrl: z.string(),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});
type Report = z.output<typeof report>;

interface Load {
  readonly url: string;
  readonly form: Form;
  /** Of the browser's remote debugging. */
  readonly port: number;
  readonly folder: string;
}

async function lighthouse({ url, form, port, folder }: Load): Promise<Report> {
  const file = join(folder, 'report.json');
  const { code } = await runCommand(
    [
      ...[process.execPath, await lighthouseCommand(), url, `--port=${port}`, '--quiet'],
      ...['--output=json', `--output-path=${file}`, '--disable-storage-reset'],
      '--only-categories=performance,accessibility,best-practices',
      // As a phone it is the default: 150 ms of latency, 1.6 Mbit/s, a processor of a quarter of this one.
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { quiet: true },
  );
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} at ${url}`);
  const found = report.parse(JSON.parse(await readFile(file, 'utf8')));
  if (found.runtimeError) throw new Error(`Lighthouse at ${url}: ${found.runtimeError.message}`);
  if (found.finalDisplayedUrl.split('?')[0] !== url) {
    throw new Error(`${url} led to ${found.finalDisplayedUrl}`);
  }
  return found;
}

const scoreOf = ({ categories }: Report, name: string) => 100 * (categories[name]?.score ?? 0);

function say(name: PageName, form: Form, found: Report): void {
  const audit = (id: string) => found.audits[id]?.numericValue ?? Number.NaN;
  const parts = ['performance', 'accessibility', 'best-practices'].map((id) =>
    Math.round(scoreOf(found, id)),
  );
  const ms = (id: string) => `${Math.round(audit(id))} ms`;
  process.stdout.write(
    `${form} ${name}: ${parts.join(' / ')}; first paint ${ms('first-contentful-paint')}, ` +
      `largest ${ms('largest-contentful-paint')}, blocked ${ms('total-blocking-time')}, ` +
      `shift ${audit('cumulative-layout-shift').toFixed(3)}, index ${found.environment.benchmarkIndex}\n`,
  );
}

/** Channels that list something, and cards on the dashboard. */
async function fill(platform: SpawnedPlatform): Promise<void> {
  const { client } = await signIn(platform);
  for (let index = 0; index < channels; index += 1) {
    const { id } = await client(contract.channels.create, {
      body: {
        name: `Channel ${String(index).padStart(2, '0')}`,
        sourceManifestUrl: `https://origin.example/${index}/master.m3u8`,
      },
    });
    await client(contract.channels.setState, { params: { id }, body: { state: 'enabled' } });
  }
  const systems = await client(contract.systems.listSummary, {});
  const system = systems.find(({ type }) => type === 'ssai-cluster')?.id ?? '';
  const [admin] = await client(contract.users.list, { query: { limit: 1 } });
  const charts = ['main-kpi', 'ad-views-over-time', 'countries', 'devices'];
  await client(contract.users.patchAppMetadata, {
    params: { id: admin?.user_id ?? '' },
    body: { dashboardItems: charts.map((chart) => ({ system, chart })) },
  });
}

interface Browser {
  readonly port: number;
  readonly isSignedIn: boolean;
}

/** Every page of it, as a desktop and as a phone. */
async function* loads(
  platform: SpawnedPlatform,
  { port, isSignedIn }: Browser,
  folder: string,
): AsyncGenerator<{ readonly name: PageName; readonly form: Form; readonly found: Report }> {
  const names: readonly PageName[] = isSignedIn ? ['dashboard', 'channels'] : ['login'];
  for (let run = 0; run < runs; run += 1) {
    for (const name of names) {
      for (const form of ['desktop', 'mobile'] as const) {
        const url = platform.consoleUrl + pages[name];
        const found = await lighthouse({ url, form, port, folder });
        say(name, form, found);
        yield { name, form, found };
      }
    }
  }
}

async function inBrowser<T>(
  platform: SpawnedPlatform,
  isSignedIn: boolean,
  work: (browser: Browser, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-pages-'));
  const [port = 0] = await freePorts(1);
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await findChromium(),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--no-first-run'],
  });
  try {
    if (isSignedIn) {
      const page = await context.newPage();
      await page.goto(`${platform.consoleUrl}/login`);
      await page.getByLabel('Email').fill(platform.adminEmail);
      await page.getByLabel('Password', { exact: true }).fill(platform.adminPassword);
      await page.locator('form').getByRole('button', { name: 'Login' }).click();
      await page.waitForURL('**/app/dashboard');
      await page.close();
    }
    return await work({ port, isSignedIn }, folder);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

export async function benchPages(): Promise<BenchRow[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  const platform = await spawnPlatform({
    dataFolder,
    args: ['--roles', 'control-plane'],
    env: { INTERLUDE_DEMO: 'off' },
  });
  try {
    await fill(platform);
    const found = new Map<string, { form: Form; name: PageName; reports: Report[] }>();
    for (const isSignedIn of [false, true]) {
      await inBrowser(platform, isSignedIn, async (browser, folder) => {
        for await (const load of loads(platform, browser, folder)) {
          const { name, form } = load;
          const key = `${name} ${form}`;
          const known = found.get(key) ?? { name, form, reports: [] };
          found.set(key, { ...known, reports: [...known.reports, load.found] });
        }
      });
    }
    return [...found.values()].flatMap(({ name, form, reports }) => {
      const row = (category: string, least: number) =>
        againstTarget(
          `${form}: ${name}, ${category}`,
          median(reports.map((one) => scoreOf(one, category))),
          { value: least, unit: 'of 100', better: 'higher' },
        );
      return [
        row('performance', wanted[form]),
        row('accessibility', 100),
        row('best-practices', 100),
      ];
    });
  } finally {
    await platform.stop();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

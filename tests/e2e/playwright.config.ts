import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'];
/** Animations are drawn by the processor, frame by frame: `npm test` runs without them, `test:full` with them. */
const motion =
  process.env['E2E_VIEWS'] === 'one' && ({ contextOptions: { reducedMotion: 'reduce' } } as const);

export default defineConfig({
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results/browser',
  fullyParallel: false,
  // A test that passes at its second try hides a fault.
  retries: 0,
  // Journeys and playback are watched in real time: one file each, since two leave the players too little of two cores.
  // A file of the console waits for its page for a third of its time.
  workers: 3,
  projects: [
    {
      name: 'journeys',
      testDir: 'journeys',
      workers: 1,
      use: { actionTimeout: 30_000, ...motion },
    },
    { name: 'console', testDir: 'console', use: { actionTimeout: 30_000, ...motion } },
    { name: 'playback', testDir: 'playback', workers: 1 },
  ],
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1600, height: 1000 },
    // A trace costs a quarter of the time of a run: E2E_TRACE=1 keeps one of each test that fails.
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-background-timer-throttling',
        '--disable-backgrounding-occluded-windows',
        '--disable-renderer-backgrounding',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
});

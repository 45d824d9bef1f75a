import { expect, test } from 'vitest';
import { runLiveSoak } from './testing/live-soak.suite.ts';

// Side by side: either waits for its stitcher to read the source.
test.concurrent.each(['hls', 'dash'] as const)(
  'H1 to H36, D1 to D19, B3, B4 in %s: sessions that come, switch and go, with early returns, faults and a restart',
  async (protocol) => {
    const size = { sessions: 20, minutes: 4, restarts: 1 };
    const result = await runLiveSoak({ protocol, ...size, seed: 20_261_121 });
    expect(result.findings).toEqual([]);
    expect(result.beaconFindings).toEqual([]);
    expect(result.errors).toEqual([]);
    expect(result.breaks).toBeGreaterThan(3);
    expect(result.outputs).toBeGreaterThan(800);
    expect(result.beacons).toBeGreaterThan(30);
  },
  180_000,
);

/** Plants a fault in a healthy channel, and says when and how the monitor names it. */
import type { MonitoringFinding } from '@interlude/contract';
import { directUrl, type PlantedFault } from './planted-faults.suite.ts';
import { segmentMs } from './simulated-platform.suite.ts';
import { minute, watch } from './watched-channel.suite.ts';

/** Two target durations, ms. */
export const namedWithinMs = 2 * segmentMs;

const cycleMs = 2 * minute;
const stepMs = 250;
/** A fault lasts this long, so that what follows from it is seen too, ms. */
const lastsMs = 60_000;

export interface NamedFault {
  /** Findings that were open before the fault was planted. */
  readonly before: readonly string[];
  /**
   * Time from the first answer that shows the fault until it is named, ms, less what the standard allows; NaN = never.
   */
  readonly namedAfterMs: number;
  /** Owners of everything that was named while it lasted. */
  readonly owners: readonly string[];
  readonly named: readonly string[];
}

const text = ({ rule, owner, detail }: MonitoringFinding) => `${rule} ${owner} ${detail}`;

export async function nameFault(planted: PlantedFault): Promise<NamedFault> {
  const { protocol, rule, owner, fault, shows, allowedMs = 0, hasCdn } = planted;
  const { time, platform, watcher } = watch({
    protocol,
    stitcherUrl: hasCdn === true ? directUrl : undefined,
  });
  const open = () => watcher.report.open;
  const plantedMs = planted.plantedMs ?? cycleMs - 2_000;
  await time.pass(cycleMs + plantedMs);
  const before = open().map(text);
  platform.plant(fault(), shows);
  const named = new Set<string>();
  const owners = new Set<string>();
  let namedAtMs = Number.NaN;
  for (let passed = 0; passed < lastsMs; passed += stepMs) {
    await time.pass(stepMs);
    for (const finding of open()) {
      named.add(text(finding));
      owners.add(finding.owner);
      const isIt = finding.rule === rule && finding.owner === owner;
      if (isIt && Number.isNaN(namedAtMs)) namedAtMs = time.now();
    }
  }
  const { touchedAtMs = Number.NaN } = platform;
  const namedAfterMs = namedAtMs - touchedAtMs - allowedMs;
  return { before, namedAfterMs, owners: [...owners], named: [...named] };
}

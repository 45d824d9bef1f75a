/** `npm run audit` in this process, on the lab's live origin, both on a clock that jumps to whatever is waited for. */
import { createHealth, createLogger, createMetrics, listen } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { createDashRoutes } from '../../apps/lab/src/dash-origin/dash-routes.ts';
import { FaultSwitches } from '../../apps/lab/src/fault-switches.ts';
import { createLabServer } from '../../apps/lab/src/http/lab-server.ts';
import { EPOCH_MS } from '../../apps/lab/src/live-origin/live-clock.ts';
import { createLiveRoutes } from '../../apps/lab/src/live-origin/live-routes.ts';
import { runAudit } from '../../tools/audit/audit-command.ts';
import { SimulatedMedia } from './simulated-media.ts';

/** Any moment at which the origin's window is full. */
const START_MS = EPOCH_MS + 3_600_000;

export interface Audited {
  readonly status: number;
  /** Rules with their severity, each once, sorted. */
  readonly rules: readonly string[];
  readonly outputs: number;
  readonly report: unknown;
}

interface Report {
  readonly outputs: number;
  readonly findings: readonly { readonly rule: string; readonly severity: string }[];
}

export interface AuditedLab {
  /** @param onWait is called before each wait, with the seconds since the start */
  audit(
    path: string,
    argv?: readonly string[],
    onWait?: (seconds: number, faults: FaultSwitches) => void,
  ): Promise<Audited>;
  stop(): Promise<void>;
}

export async function startAuditedLab(): Promise<AuditedLab> {
  const clock = fixedClock(START_MS);
  const logger = createLogger({ name: 'lab', level: 'error' });
  const library = new SimulatedMedia(logger);
  const faults = new FaultSwitches();
  let base = '';
  const server = createLabServer({
    health: createHealth({ role: 'lab', metrics: createMetrics() }),
    logger,
    handlers: [
      createLiveRoutes({ library, clock, faults }),
      createDashRoutes({ library, clock, faults, baseUrl: () => base }),
    ],
  });
  const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'LAB_PORT' });
  base = `http://127.0.0.1:${port}`;

  return {
    async audit(path, argv = ['--minutes', '2'], onWait = () => undefined) {
      const startedAtMs = clock.now();
      let printed = '';
      const status = await runAudit([base + path, '--json', ...argv], {
        print: (text) => {
          printed += text;
        },
        say: () => undefined,
        isTerminal: false,
        openFile: () => Promise.reject(new Error('no file is written')),
        signal: new AbortController().signal,
        now: () => clock.now(),
        // A machine that does something else for a while is no fault of the origin.
        requestTimeoutMs: 60_000,
        wait: async (milliseconds) => {
          onWait((clock.now() - startedAtMs) / 1_000, faults);
          clock.advance(milliseconds);
        },
      });
      const report = JSON.parse(printed) as Report;
      const rules = report.findings.map(({ rule, severity }) => `${severity} ${rule}`);
      return { status, report, outputs: report.outputs, rules: [...new Set(rules)].sort() };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

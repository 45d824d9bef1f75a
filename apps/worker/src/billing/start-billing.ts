/** Samples sessions, warns of limits, and reports usage where a payment provider is set. One worker at a time. */
import { loadPayments } from '@interlude/payments';
import {
  createBillingStore,
  createLimitStore,
  createUsageReportStore,
  type Database,
  runExclusively,
} from '@interlude/persistence';
import { type Clock, type Config, repeat } from '@interlude/runtime';
import { reportUsage } from './report-usage.ts';
import { warnLimits } from './warn-limits.ts';

/** Interval at which the session counts are read, which stitchers report every 5 seconds. */
const lookEveryMs = 60_000;
const reportEveryMs = 600_000;

export interface BillingOptions {
  readonly config: Pick<
    Config,
    'stripeSecretKey' | 'stripeWebhookSecret' | 'stripeApiUrl' | 'productName' | 'publicUrl'
  >;
  readonly database: Database;
  readonly clock: Clock;
  readonly failed: (task: string, error: unknown) => void;
}

export async function startBilling({ config, database, clock, failed }: BillingOptions) {
  const limits = createLimitStore(database);
  const billing = createBillingStore(database);
  const payments = await loadPayments(config);
  let isStopping = false;
  const ofLimits = (error: unknown) => failed('limits', error);
  const ofUsage = (error: unknown) => failed('usage-reports', error);
  const look = repeat({
    everyMs: lookEveryMs,
    run: async () => {
      await runExclusively(database, 'limits', async () => {
        await limits.samplePeaks();
        await warnLimits({ limits, billing, config, failed: ofLimits });
      });
    },
    failed: ofLimits,
  });
  const store = createUsageReportStore(database);
  const report =
    payments &&
    repeat({
      everyMs: reportEveryMs,
      run: async () => {
        const parts = { store, payments, now: () => clock.now(), failed: ofUsage };
        await runExclusively(database, 'usage-reports', () =>
          reportUsage({ ...parts, isStopping: () => isStopping }),
        );
      },
      failed: ofUsage,
    });
  return {
    async stop() {
      isStopping = true;
      await Promise.all([look.stop(), report?.stop()]);
    },
  };
}

/** Timing attack over HTTP (SEC-S45): medians of many requests for known and unknown addresses have to be equal. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthEnvironment, startAuthEnvironment } from '../testing/auth-calls.suite.ts';
import { postJson } from '../testing/control-plane.suite.ts';
import { inEqualTime } from './accounts/equal-time.ts';

const samples = 40;
const hourMs = 3_600_000;
/** Of the longer median. */
const allowed = 0.1;

let environment: AuthEnvironment;
beforeAll(async () => {
  environment = await startAuthEnvironment(inEqualTime);
});
afterAll(() => environment.plane.stop());

function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function timeOf(path: string, body: object, ip: string): Promise<number> {
  const started = performance.now();
  const answer = await postJson(`${environment.plane.url}${path}`, body, { 'x-forwarded-for': ip });
  await answer.arrayBuffer();
  expect(answer.status, path).toBeLessThan(429);
  return performance.now() - started;
}

const proof = { verifier: 'x', challenge: 'LXEWQrcmsEQBYnyp-6wy9chTD7GQPMTbAiWHF5IaSIE' };

test.each([
  ['/api/login', { password: 'Wrong-Horse-12!', ...proof }],
  ['/api/sendPasswordReset', {}],
  ['/api/sendVerificationEmail', {}],
  ['/api/notifyLoginNoRole', { company: 'Acme' }],
  ['/api/register', { company: 'Acme', password: 'Sunny-Meadow-77!' }],
  ['/api/register', { company: 'New', password: 'Sunny-Meadow-77!' }],
])(
  'SEC-S45 %s %o takes equally long for known and unknown addresses, within a tenth',
  async (path, more) => {
    const { plane, tenantId } = environment;
    const known: number[] = [];
    const unknown: number[] = [];
    const label = `${path.slice(5)}-${JSON.stringify(more).length}`.toLowerCase();
    const { email } = await plane.user(tenantId, null, `known-${label}@acme.example`);
    const ask = async (times: number[], address: string, index: number) => {
      const company =
        'company' in more && more.company === 'New' ? { company: `New ${index}` } : {};
      times.push(
        await timeOf(
          path,
          { ...more, ...company, email: address },
          `203.0.${times.length}.${index % 250}`,
        ),
      );
    };
    for (let index = 0; index < samples; index += 1) {
      // Requests alternate, and so does their order: other load on the machine slows both alike.
      const pair = [
        () => ask(known, email, 2 * index),
        () => ask(unknown, `nobody-${label}-${index}@acme.example`, 2 * index + 1),
      ];
      for (const request of index % 2 === 0 ? pair : pair.reverse()) await request();
      environment.aheadMs += hourMs;
    }
    const [ours, theirs] = [median(known), median(unknown)];
    const share = Math.abs(ours - theirs) / Math.max(ours, theirs);
    process.stdout.write(
      `${path} known ${ours.toFixed(1)} ms, unknown ${theirs.toFixed(1)} ms: ${(share * 100).toFixed(1)} %\n`,
    );
    expect(share).toBeLessThan(allowed);
  },
);

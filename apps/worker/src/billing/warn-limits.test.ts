import { createBillingStore, createLimitStore, type Database } from '@interlude/persistence';
import {
  addTenant,
  addUser,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { warnLimits } from './warn-limits.ts';

const dayMs = 86_400_000;
const clock = fixedClock(Date.UTC(2026, 4, 10, 12));
let made: TemplateDatabase;
let database: Database;

beforeAll(async () => {
  made = await templateDatabase({ clock });
  database = made.database;
});
afterAll(() => made.drop());

const look = async () => {
  const failures: unknown[] = [];
  const limits = createLimitStore(database);
  await limits.samplePeaks();
  const failed = (error: unknown) => void failures.push(error);
  const config = { productName: 'Interlude', publicUrl: 'https://console.example' };
  await warnLimits({ limits, billing: createBillingStore(database), config, failed });
  expect(failures).toEqual([]);
};

const notices = async (tenantId: string) => {
  const { rows } = await sql<{ content: string }>`
    select content from notifications where tenant_id = ${tenantId} and topic = 'account.limits'
    order by content`.execute(database.system);
  return rows.map(({ content }) => content);
};

const mailsTo = async (email: string) => {
  const { rows } = await sql<{ subject: string; text: string; html: string }>`
    select subject, text, html from mails where recipient = ${email}`.execute(database.system);
  return rows;
};

const hold = (stitcher: string, sessions: Record<string, number>) =>
  sql`insert into stitcher_sessions (stitcher, sessions, watching, seen_at)
    values (${stitcher}, ${JSON.stringify(sessions)}::jsonb, '{}', now())
    on conflict (stitcher) do update set sessions = excluded.sessions`.execute(database.system);

it('SUB-010 SUB-011 warns once a term, at four fifths of the sessions and of the committed ad events', async () => {
  const [trial, basic] = [await addTenant(database), await addTenant(database)];
  const billing = createBillingStore(database);
  const { revision } = await billing.want(basic, { tier: 'basic', provider: 'none' });
  await billing.update(basic, { revision, state: 'active', stripeSubscriptionId: '' });
  const today = Math.floor(clock.now() / dayMs);
  const [ann, bob, eve] = ['ann', 'bob', 'eve'].map((name) => `${name}@limits.example`);
  await addUser(database, basic, { email: ann ?? '', role: 'Admin', language: 'de' });
  await addUser(database, basic, { email: bob ?? '', role: 'Admin' });
  await addUser(database, basic, { email: eve ?? '', role: 'Editor' });
  await hold('a', { [trial]: 200, [basic]: 500 });
  await hold('b', { [trial]: 199, [basic]: 299 });
  await look();
  expect([await notices(trial), await notices(basic)]).toEqual([[], []]);
  await hold('b', { [trial]: 200, [basic]: 299 });
  await database.system
    .insertInto('usage')
    .values([
      { tenant_id: basic, day: today, ad_events: 80_000 },
      { tenant_id: trial, day: today, ad_events: 80_000 },
    ])
    .execute();
  await look();
  await look();
  expect(await notices(trial)).toEqual([
    '80 % of the plan: 400 of the 500 playback sessions at a time were reached. Further viewers are refused at the limit; those who watch go on.',
  ]);
  expect(await notices(basic)).toEqual([
    '80 % of the plan: 80,000 of the 100,000 committed ad events of this term were used. Ads go on; what goes beyond is charged by ad event.',
  ]);
  const [german] = await mailsTo(ann ?? '');
  expect(german?.subject).toMatch(/^„Tenant .*“ hat 80 % einer Grenze des Tarifs erreicht$/);
  expect(german?.text).toContain('80.000 von 100.000 zugesagten Ad-Events');
  expect(german?.html).toContain('https://console.example/app/settings/account');
  expect((await mailsTo(bob ?? '')).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^“Tenant .*” has reached 80 % of a limit of its plan$/),
  ]);
  expect(await mailsTo(eve ?? '')).toEqual([]);
  clock.advance(35 * dayMs);
  await look();
  expect(await notices(trial)).toHaveLength(2);
  expect(await billing.sessionPeak(trial, today, today + 1)).toBe(400);
});

it('SUB-010 a company gets one mail that its trial ends, six days before, whether it was active or not', async () => {
  const end = clock.now() + 6 * dayMs;
  const trialUntil = (expiresAt: number, tier = 'trial') => ({
    expires_at: new Date(expiresAt),
    tier,
  });
  const change = (id: string, values: ReturnType<typeof trialUntil>) =>
    database.system.updateTable('tenants').set(values).where('id', '=', id).execute();
  const [ending, later, over, paying] = await Promise.all(
    Array.from({ length: 4 }, () => addTenant(database)),
  );
  if (!ending || !later || !over || !paying) return expect.fail();
  await change(ending, trialUntil(end));
  await change(later, trialUntil(end + 1));
  await change(over, trialUntil(clock.now()));
  await change(paying, trialUntil(end, 'basic'));
  await addUser(database, ending, { email: 'ida@limits.example', role: 'Admin' });
  await look();
  await look();
  const texts = await Promise.all([ending, later, over, paying].map(notices));
  expect(texts).toEqual([
    [
      'Days left of the free trial: 6. Nothing is switched off when it ends, and streams go on. Choose a plan in Settings, Account.',
    ],
    ...[[], [], []],
  ]);
  expect((await mailsTo('ida@limits.example')).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^The free trial of “Tenant .*” ends soon$/),
  ]);
  // The operator extends it: its new end is another one.
  await change(ending, trialUntil(end + 20 * dayMs));
  await look();
  expect(await notices(ending)).toHaveLength(1);
  clock.advance(20 * dayMs);
  await look();
  expect(await notices(ending)).toHaveLength(2);
});

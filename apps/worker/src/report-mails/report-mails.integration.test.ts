/** From a schedule to the mail program: cards read, drawn in the thread, sent over SMTP. */
import { reportMailInput } from '@interlude/contract';
import {
  createMailStore,
  createReportMailStore,
  createReportSettingsStore,
  createRollupStore,
  createSystemStore,
  defaultReportSettings,
} from '@interlude/persistence';
import { foldEvents, type StitcherEvent } from '@interlude/reporting';
import {
  addTenant,
  addUser,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { type MailReceiver, startMailReceiver } from '@interlude/testkit/mail-receiver';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMailDelivery } from '../mails/deliver-mails.ts';
import { drawPictures } from './draw-pictures.ts';
import { createReportMailer } from './start-report-mails.ts';

const hourMs = 3_600_000;
/** A Thursday. */
const startMs = Date.UTC(2026, 0, 15, 12);
const clock = fixedClock(startMs);
let made: TemplateDatabase;
let receiver: MailReceiver;
let tenant: string;
let system: string;
let ann: string;
let bob: string;
const failures: unknown[] = [];

beforeAll(async () => {
  made = await templateDatabase({ clock });
  receiver = await startMailReceiver();
  const { database } = made;
  tenant = await addTenant(database, 'Acme');
  ann = await addUser(database, tenant, { email: 'ann@example.com', role: 'Editor' });
  bob = await addUser(database, tenant, {
    ...{ email: 'bob@example.com', role: 'Viewer', language: 'de' },
  });
  await createReportSettingsStore(database).save(tenant, {
    ...{ ...defaultReportSettings, timeZone: 'Europe/Berlin' },
  });
  const systems = await createSystemStore(database).summaries(tenant);
  system = systems.find(({ type }) => type === 'ssai-cluster')?.id ?? '';
  const event = (atMs: number, more: Partial<StitcherEvent> = {}): StitcherEvent => ({
    ...{ type: 'impression', atMs, tenant, channel: 'c', session: 's', viewer: 'v' },
    ...{ device: 'Roku', creative: 'spot', ...more },
  });
  const times = (count: number, atMs: number, device: string) =>
    Array.from({ length: count }, () => event(atMs, { device }));
  // Half as many as on the day before.
  const events = [
    ...times(60, Date.UTC(2026, 0, 14, 12), 'Roku'),
    ...times(40, Date.UTC(2026, 0, 14, 15), 'Fire TV'),
    ...times(200, Date.UTC(2026, 0, 13, 12), 'Roku'),
  ];
  await createRollupStore(database).apply(
    foldEvents(events, { writer: 'w', seq: 1, segmentAtMs: startMs }),
  );
});
afterAll(async () => {
  await receiver.stop();
  await made.drop();
});

/** A worker that makes the due mails and sends them. */
async function work(): Promise<void> {
  const { database } = made;
  const config = { publicUrl: 'https://console.example', productName: 'Interlude' };
  const failed = (error: unknown) => failures.push(error);
  await createReportMailer({ config, database, failed }).makeDue();
  const mails = createMailStore(database);
  const delivery = createMailDelivery({
    ...{ mails, smtpUrl: receiver.url, from: 'Interlude <no-reply@example.com>', clock },
    events: { mailSent: () => undefined, mailFailed: () => undefined },
  });
  await delivery.deliverDue();
  delivery.stop();
}

describe('a scheduled mail of reports', () => {
  it('arrives once at each recipient, with its cards as pictures, the worst first', async () => {
    const mails = createReportMailStore(made.database);
    const card = (chart: string) => ({ system, chart });
    const input = reportMailInput.parse({
      ...{ name: 'Board', period: 'Last day', rhythm: 'daily', hour: 7 },
      // In order: no figures, halved, halved, unknown report.
      cards: [card('summary'), card('ad-views-over-time'), card('devices'), card('no-such-report')],
      recipients: [ann, bob],
    });
    const owner = { tenantId: tenant, userId: ann, email: 'ann@example.com' };
    const schedule = await mails.create(owner, input, 5);
    expect(schedule?.nextRunAt).toBe('2026-01-16T06:00:00.000Z');
    await work();
    expect(receiver.received).toEqual([]);
    // The day that ends with this night in Berlin.
    clock.set(startMs + hourMs);
    await mails.ask(tenant, schedule?.id ?? '', ann);
    await work();
    expect(failures).toEqual([]);
    const [asked] = receiver.received.splice(0);
    expect(asked?.subject).toBe('“Board”, 14 Jan 2026 · “Acme”');
    const places = ['no-such-report', 'Ad views over time', 'Devices', 'Summary'].map((title) =>
      asked?.text?.indexOf(`\n${title}\n`),
    );
    expect(places).toEqual(places.toSorted((one, other) => Number(one) - Number(other)));
    expect(places).not.toContain(-1);
    expect(asked?.text).toContain('This card could not be read:');
    expect(asked?.text).toContain('Ad views: 100, before 200; worse by 50 %.');
    expect(asked?.text).toMatch(/Roku +60 +200\nFire TV +40 +0/);
    expect(asked?.text).toContain('Nothing was counted in this period.');
    expect(asked?.text).toContain(
      '/app/reports?period=2026-01-14_2026-01-14&compare=2026-01-13_2026-01-13&channels=all&',
    );
    const pictures = asked?.attachments ?? [];
    expect(pictures.map(({ contentType, related }) => [contentType, related])).toEqual(
      Array.from({ length: 2 }, () => ['image/png', true]),
    );
    for (const { content } of pictures) {
      expect(content.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
      // IHDR: as wide as the mail, two pixels each.
      expect(content.readUInt32BE(16)).toBe(1_088);
      expect(content.length).toBeGreaterThan(3_000);
    }

    clock.set(Date.UTC(2026, 0, 16, 6));
    await work();
    await work();
    const due = receiver.received.splice(0);
    expect(due.map(({ to }) => [to].flat()[0]?.text).sort()).toEqual([
      ...['ann@example.com', 'bob@example.com'],
    ]);
    const german = due.find(({ to }) => [to].flat()[0]?.text === 'bob@example.com');
    expect(german?.subject).toBe('„Board“, 15. Jan. 2026 · „Acme“');
    expect(german?.text).toContain('weil ann@example.com sie für Sie eingeplant hat.');
    expect(german?.text).toContain('\nAd-Views im Zeitverlauf\n');
    expect(german?.text).not.toContain('Ad views over time');
    expect(german?.headers.get('list')).toMatchObject({
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    });
    expect(await mails.find(tenant, schedule?.id ?? '')).toMatchObject({
      ...{ lastOutcome: 'sent', lastMails: 2, nextRunAt: '2026-01-17T06:00:00.000Z' },
      lastProblem: '1 of 4 cards could not be read.',
    });
  });
});

describe('SEC-S128 the drawing thread', () => {
  it('is ended when it takes too long, and the mail goes without pictures', async () => {
    const failed = vi.fn();
    const main = { chartType: 'HorizontalBars', labels: ['a'], series: [], units: [] } as never;
    const cards = [
      { main, compared: undefined, viewOption: null, language: 'en' as const },
      undefined,
    ];
    expect(await drawPictures(cards, { failed, longestMs: 1 })).toEqual([undefined, undefined]);
    expect(String(failed.mock.calls[0]?.[0])).toContain('took too long');
  });

  it('a card that cannot be drawn takes no picture from the others', async () => {
    const failed = vi.fn();
    const table = {
      ...{ chartType: 'Table', labels: ['Channel', 'Errors'], units: ['count'] },
      series: [{ name: 'One <&> “Ünïcödé” Ελλ Кир', data: [1_234_567] }],
    };
    const cards = [{ chartType: 'HorizontalBars' }, table].map((main) => ({
      ...{ main: main as never, compared: undefined, viewOption: null, language: 'en' as const },
    }));
    const [broken, drawn] = await drawPictures(cards, { failed });
    expect(broken).toBeUndefined();
    expect(drawn?.width).toBe(1_088);
    expect(failed).toHaveBeenCalledTimes(1);
  });
});

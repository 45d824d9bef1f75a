/** The audit of the lab's live origin over simulated minutes: healthy forms and planted faults. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditedLab, startAuditedLab } from './audited-lab.ts';

let lab: AuditedLab;

beforeAll(async () => {
  lab = await startAuditedLab();
});
afterAll(() => lab.stop());

describe('the audit of a healthy live origin', () => {
  it.each([
    ['/live/cmaf/cue/master.m3u8?subtitles=on&iframes=on&define=on', 200],
    ['/live/ts-aes/daterange/master.m3u8', 100],
    ['/dash/timeline/manifest.mpd', 60],
    ['/dash/multiperiod-number/manifest.mpd', 60],
    ['/dash/number/manifest.mpd', 60],
  ])('%s has no finding', async (path, outputs) => {
    const audited = await lab.audit(path);
    expect(audited.rules).toEqual([]);
    expect(audited.status).toBe(0);
    expect(audited.outputs).toBeGreaterThanOrEqual(outputs);
  });
});

describe('the audit of a live origin with a fault', () => {
  it.each([
    ['H33 that stands still', '/live/cmaf/cue/master.m3u8?fault=stale', 'error H33'],
    ['H2 with a wrong discontinuity sequence', '/live/ts/cue/master.m3u8?fault=ceil', 'error H2'],
    ['H1 that counts from 0 again', '/live/cmaf/cue/master.m3u8?restart=46.08', 'error H1'],
    ['D22 that stands still', '/dash/timeline/manifest.mpd?fault=stale', 'error D22'],
  ])('%s is named', async (_, path, rule) => {
    const audited = await lab.audit(path);
    expect(audited.rules).toContain(rule);
    expect(audited.status).toBe(1);
  });

  it('D4 that fails for half a minute is named with its clause, place and time', async () => {
    const audited = await lab.audit('/dash/timeline/manifest.mpd', [], (seconds, faults) =>
      faults.apply({ live: seconds > 60 && seconds < 90 ? '5xx' : 'none' }),
    );
    expect(audited.status).toBe(1);
    expect(audited.report).toMatchObject({
      protocol: 'DASH',
      isLive: true,
      findings: [
        {
          rule: 'D4',
          severity: 'error',
          clause: 'ISO/IEC 23009-1 §5.4.1',
          detail: expect.stringContaining('answers with status 503.'),
          count: expect.any(Number),
          renditions: ['manifest'],
        },
      ],
    });
  });

  it.each(['404', 'html', 'empty'])(
    '2 that answers %s from the start cannot be judged',
    async (fault) => {
      const audited = await lab.audit(`/dash/timeline/manifest.mpd?fault=${fault}`);
      expect(audited.status).toBe(2);
      expect(audited.report).toMatchObject({ problem: expect.stringMatching(/^.+\.$/) });
    },
  );
});

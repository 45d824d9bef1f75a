/** A live channel as the tests of monitoring see it: two lanes with one break, messages, findings, manifests. */
import type {
  ChannelHealthHistory,
  MonitoringFinding,
  MonitoringMessage,
  MonitoringSegment,
  MonitoringSplice,
  MonitoringTimeline,
} from '@interlude/contract';

/** Epoch ms of the first segment. */
export const monitoredFromMs = Date.UTC(2026, 0, 2, 12, 0, 0);
export const segmentSeconds = 4;

const plain: MonitoringSegment = {
  ...{
    id: '',
    kind: 'content',
    start: 0,
    duration: segmentSeconds,
    loadTime: 0,
    uri: '',
    origUri: '',
  },
  ...{
    presentationTime: null,
    cueOut: '',
    cueOutCont: '',
    cueIn: '',
    ad: '',
    discontinuity: false,
  },
  ...{ number: null, eventId: '', periodId: '', manifestKey: '' },
};

/** A segment of HLS; `place` counts from the first of the window. */
export function hlsSegment(
  place: number,
  more: Partial<MonitoringSegment> = {},
): MonitoringSegment {
  const start = monitoredFromMs + place * segmentSeconds * 1_000;
  return {
    ...plain,
    ...{ id: `s${place}`, start, loadTime: start + 6_000, uri: `seg_${place}.m4s`, number: place },
    manifestKey: 'src-1',
    ...more,
  };
}

/** 20 segments of 4 s, a break of 12 s from the tenth on: two creatives and a piece of slate. */
export function hlsTimeline(count = 20): MonitoringTimeline {
  const places = Array.from({ length: count }, (_, place) => place);
  const source = places.map((place) =>
    hlsSegment(place, {
      ...(place === 10 && { cueOut: 'EXT-X-CUE-OUT:12' }),
      ...(place === 11 && { cueOutCont: 'EXT-X-CUE-OUT-CONT:4/12' }),
      ...(place === 13 && { cueIn: 'EXT-X-CUE-IN' }),
    }),
  );
  const output = places.map((place) => {
    const origUri = `https://o.example/live/seg_${place}.m4s`;
    const content = { manifestKey: 'out-1', uri: origUri, origUri };
    const ad = (name: string) =>
      ({ kind: 'ad', ad: name, uri: `ads/${name}.m4s`, manifestKey: 'out-1' }) as const;
    const inBreak: Record<number, Partial<MonitoringSegment>> = {
      10: { ...ad('soap'), discontinuity: true },
      11: { ...ad('tea'), discontinuity: true },
      12: {
        kind: 'slate',
        ad: 'slate',
        uri: 'slate.m4s',
        manifestKey: 'out-1',
        discontinuity: true,
      },
    };
    return hlsSegment(place, inBreak[place] ?? { ...content, discontinuity: place === 13 });
  });
  return {
    keys: ['source', 'output'],
    values: [source, output],
    maxTime: monitoredFromMs + count * segmentSeconds * 1_000,
    playlists: [
      { index: 0, uri: 'https://o.example/live/720.m3u8', name: 'video 1280x720 3200 kbit/s' },
      { index: 1, uri: 'https://o.example/live/audio.m3u8', name: 'audio en English' },
    ],
  };
}

/** A lane of DASH: one Period, its segments, and an event without a duration. */
export function dashTimeline(): MonitoringTimeline {
  const { values, maxTime } = hlsTimeline();
  const inPeriod = values.map((lane, place) => {
    const periodId = place === 0 ? 'main' : 'p1';
    const segments = lane.map((entry) => ({
      ...entry,
      number: null,
      periodId,
      presentationTime: 1,
    }));
    const start = monitoredFromMs;
    const period: MonitoringSegment = {
      ...plain,
      ...{
        id: periodId,
        kind: 'period',
        start,
        duration: 80,
        periodId,
        manifestKey: `mpd-${place}`,
      },
    };
    const event: MonitoringSegment = {
      ...plain,
      ...{ id: 'e7', kind: 'event', start: start + 40_000, duration: 0, eventId: '7', periodId },
      manifestKey: `mpd-${place}`,
    };
    return [period, ...segments, event];
  });
  return { keys: ['source', 'output'], values: inPeriod, maxTime, playlists: [] };
}

export const monitoringFindings: readonly MonitoringFinding[] = [
  {
    ...{
      id: 'f1',
      channelId: 'c1',
      rule: 'T9',
      title: 'A break is filled as long as it is signalled',
    },
    ...{ clause: 'SCTE 35 10.3.3', severity: 'error', owner: 'ad-server', lane: 'output' },
    ...{ detail: '4 of 12 seconds are slate.', advice: 'Ask the ad server for more ads.' },
    ...{ cause: 'ad-server ads.example', firstSeen: '2026-01-02T12:00:50.000Z' },
    ...{ lastSeen: '2026-01-02T12:01:10.000Z', closedAt: null, count: 3, renditions: ['720p'] },
    ...{ at: monitoredFromMs + 48_000, breakId: 'b1', manifestKey: 'out-1', line: 3 },
  },
  {
    ...{
      id: 'f2',
      channelId: 'c1',
      rule: 'H6',
      title: 'Playlists are not older than three targets',
    },
    ...{ clause: 'RFC 8216 6.2.2', severity: 'warning', owner: 'source', lane: 'source' },
    ...{ detail: 'The playlist stood still for 14 s.', advice: 'Look at the packager.' },
    ...{ cause: 'source o.example', firstSeen: '2026-01-02T11:00:00.000Z' },
    ...{ lastSeen: '2026-01-02T11:01:00.000Z', closedAt: '2026-01-02T11:02:00.000Z', count: 9 },
    ...{ renditions: [], at: monitoredFromMs + 8_000, breakId: '', manifestKey: '', line: 0 },
  },
];

const heardSide = {
  ...{ problem: '', seconds: 2, blackSeconds: 0, frozenSeconds: 0, silentSeconds: 0 },
  ...{ loudness: -23, offsetMs: 0, hasThumbnail: true },
  rules: [],
};

/** Into the first ad, which is black and loud; and out of the slate, which was not decoded. */
export const monitoringSplices: readonly MonitoringSplice[] = [
  {
    ...{ id: 'sp1', at: monitoredFromMs + 40_000, loadTime: monitoredFromMs + 52_000 },
    ...{ breakId: 'b1', rendition: 'video 416x234 200 kbit/s', skipped: null, reason: '' },
    before: { ...heardSide, kind: 'content', ad: '' },
    after: {
      ...{ ...heardSide, kind: 'ad', ad: 'soap', blackSeconds: 1.9, loudness: -11.2 },
      rules: ['T17', 'T21'],
    },
    ...{ programmeLoudness: -23, cpuMs: 410, rules: ['T17', 'T21'] },
  },
  {
    ...{ id: 'sp2', at: monitoredFromMs + 52_000, loadTime: monitoredFromMs + 64_000 },
    ...{ breakId: 'b1', rendition: '', skipped: 'BUDGET' },
    reason: 'The sampling budget of the channel, 5 % of a core, was used up.',
    before: { ...heardSide, kind: 'slate', ad: 'slate', hasThumbnail: false },
    after: { ...heardSide, kind: 'content', ad: '', hasThumbnail: false },
    ...{ programmeLoudness: null, cpuMs: 0, rules: [] },
  },
];

export const monitoringMessages: readonly MonitoringMessage[] = [
  {
    ...{ messageId: 'm1', loadTime: monitoredFromMs + 4_000, sourceHealthy: true },
    ...{ outputHealthy: true, sourceErrMessage: '', outputErrMessage: '' },
    ...{ manifest: '', findings: [] },
  },
  {
    ...{ messageId: 'm2', loadTime: monitoredFromMs + 54_000, sourceHealthy: true },
    ...{ outputHealthy: false, sourceErrMessage: '', outputErrMessage: 'Breaks end in slate.' },
    ...{ manifest: 'out-1', findings: ['f1'] },
  },
];

export const monitoredHealth: ChannelHealthHistory = {
  ...{ channelId: 'c1', state: 'ill', reason: 'Breaks end in slate.', owner: 'ad-server' },
  ...{ sourceHealthy: true, outputHealthy: false, sourceErrMessage: '' },
  ...{ outputErrMessage: 'Breaks end in slate.', since: '2026-01-02T12:00:50.000Z' },
  ...{ lookedAt: '2026-01-02T12:01:20.000Z', openFindings: 1, history: [] },
};

const manifests = {
  'src-1': {
    ...{ lane: 'source', uri: 'https://o.example/live/720.m3u8', counterpart: 'out-1' },
    manifest: '#EXTM3U\n#EXTINF:4,\nseg_9.m4s\n#EXT-X-CUE-OUT:12\n#EXTINF:4,\nseg_10.m4s\n',
  },
  'out-1': {
    ...{ lane: 'output', uri: 'https://s.example/hls/c1/720.m3u8', counterpart: 'src-1' },
    manifest:
      '#EXTM3U\n#EXTINF:4,\nhttps://o.example/live/seg_9.m4s\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\nads/soap.m4s\n',
  },
  'mpd-0': {
    ...{ lane: 'source', uri: 'https://o.example/live.mpd', counterpart: 'mpd-1' },
    manifest: '<MPD>\n<Period id="main">\n<Event id="7"/>\n</Period>\n</MPD>\n',
  },
  'mpd-1': {
    ...{ lane: 'output', uri: 'https://s.example/dash/c1/manifest.mpd', counterpart: 'mpd-0' },
    manifest: '<MPD>\n<Period id="p1">\n<Event id="7"/>\n</Period>\n</MPD>\n',
  },
} as const;

/** The answers of a healthy control plane about channel `c1`. */
export function monitoringAnswers(timeline: MonitoringTimeline = hlsTimeline()) {
  const manifestAnswers = Object.entries(manifests).map(([key, manifest]) => [
    `GET /api/v2/monitoring/manifest/c1/${key}`,
    { body: { ...manifest, loadTime: monitoredFromMs } },
  ]);
  return {
    'GET /api/v2/monitoring/timeline': { body: timeline },
    'GET /api/v2/monitoring/messages': {
      body: { keys: ['messages'], values: [monitoringMessages], maxTime: 1, playlists: [] },
    },
    'GET /api/v2/monitoring/findings': { body: monitoringFindings },
    'GET /api/v2/monitoring/splices': {
      body: { values: monitoringSplices, read: 1, skipped: 1 },
    },
    'GET /api/v2/monitoring/health/c1': { body: monitoredHealth },
    ...Object.fromEntries(manifestAnswers),
  };
}

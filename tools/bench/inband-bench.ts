/**
 * Cost of `readInBandEvents` for each segment of a live source: requests and bytes at the origin, time and processor
 * time here. An origin of this process serves segments of 1 MB by ranges; each has a message of an ad break in its
 * head.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseMpd } from '@interlude/dash';
import { createEgress } from '@interlude/runtime';
import { emsg, timeSignal } from '@interlude/testkit/scte35';
import {
  headsOf,
  InbandReader,
  inbandLimits,
} from '../../apps/stitcher/src/origin/dash/inband-reader.ts';
import { againstTarget, type BenchRow, median } from './bench-row.ts';

const SEGMENTS = 600;
const WARM_SEGMENTS = 50;
const SEGMENT_BYTES = 1_000_000;
const SEGMENT_MS = 2_000;
const TARGETS = {
  requests: { value: 1, unit: 'requests', better: 'lower' },
  bytes: { value: inbandLimits.headBytes, unit: 'bytes', better: 'lower' },
  time: { value: 20, unit: 'ms', better: 'lower' },
  cpu: { value: 2, unit: 'ms', better: 'lower' },
} as const;

const scheme = 'urn:scte:scte35:2013:bin';
const message = emsg({
  ...{ version: 0, time: 8_000, schemeIdUri: scheme, timescale: 1_000, id: 1, duration: 30_000 },
  data: timeSignal({ typeId: 0x34, eventId: 7, seconds: 30 }),
});
const segment = Buffer.concat([message, Buffer.alloc(SEGMENT_BYTES - message.length)]);

const mpdText = `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" availabilityStartTime="2026-03-01T12:00:00Z" timeShiftBufferDepth="PT60S">
<Period id="1" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4">
<InbandEventStream schemeIdUri="${scheme}"/>
<SegmentTemplate timescale="1000" duration="${SEGMENT_MS}" startNumber="0" media="v-$Number$.m4s"/>
<Representation id="v1" bandwidth="1000"/></AdaptationSet></Period></MPD>`;

async function startOrigin() {
  const sent = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const body = segment.subarray(Number(first), Number(last) + 1);
    sent.requests += 1;
    sent.bytes += body.length;
    response.writeHead(206, { 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { sent, stop, mpdUrl: `http://127.0.0.1:${port}/live/manifest.mpd` };
}

export async function benchInband(): Promise<BenchRow[]> {
  const { sent, stop, mpdUrl } = await startOrigin();
  const { mpd } = parseMpd(mpdText);
  if (mpd?.availabilityStartTimeMs === undefined) throw new Error('this is an MPD');
  const reader = new InbandReader(createEgress({ allow: ['127.0.0.1'] }));
  const times: number[] = [];
  let cpu = process.cpuUsage();
  try {
    for (let count = -WARM_SEGMENTS; count < SEGMENTS; count += 1) {
      if (count === 0) {
        Object.assign(sent, { requests: 0, bytes: 0 });
        cpu = process.cpuUsage();
      }
      const nowMs = mpd.availabilityStartTimeMs + (100 + WARM_SEGMENTS + count) * SEGMENT_MS;
      const startMs = performance.now();
      const failed = await reader.follow(headsOf(mpd, mpdUrl, nowMs));
      if (count >= 0) times.push(performance.now() - startMs);
      if (failed.length > 0) throw new Error(`segment ${count}: ${failed.join()}`);
    }
  } finally {
    stop();
  }
  // Reading segments without messages would be cheaper.
  if (reader.events.length !== inbandLimits.events) throw new Error('messages were not read');
  const { user, system } = process.cpuUsage(cpu);
  const { requests, bytes } = sent;
  return [
    againstTarget('requests for a segment', requests / SEGMENTS, TARGETS.requests),
    againstTarget('bytes for a segment', bytes / SEGMENTS, TARGETS.bytes),
    againstTarget('time for a segment, median', median(times), TARGETS.time),
    againstTarget(
      'processor time for a segment, origin included',
      (user + system) / 1_000 / SEGMENTS,
      TARGETS.cpu,
    ),
  ];
}

/** Generated documents for the parsers' bench: anybody gets the same. */

/** A live window of hours: dates on every segment, a break every 150 segments. */
export function longPlaylist(segments: number): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-MEDIA-SEQUENCE:1',
  ];
  const start = Date.UTC(2026, 0, 1);
  for (let n = 0; n < segments; n += 1) {
    if (n % 150 === 140) lines.push('#EXT-X-CUE-OUT:40.000');
    if (n % 150 === 0 && n > 0) lines.push('#EXT-X-CUE-IN');
    lines.push(
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(start + n * 4_000).toISOString()}`,
      '#EXTINF:4.000,',
      `https://origin.example/live/channel/v0/segment-${n}.m4s`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** About 2 MB: five periods of four representations, each with a timeline of unequal segments. */
export function longMpd(): string {
  const periods = Array.from({ length: 5 }, (_, period) => {
    const sets = ['video', 'audio'].map((type) => {
      let t = period * 90_000 * 3_600;
      const runs = Array.from({ length: 6_500 }, (_unused, n) => {
        const d = 180_000 + ((n * 7) % 13);
        const text = `<S t="${t}" d="${d}"/>`;
        t += d;
        return text;
      }).join('\n');
      const representations = [1, 2]
        .map(
          (id) =>
            `<Representation id="${type}${id}" bandwidth="${id * 100_000}" codecs="avc1.64001f" width="640" height="360"/>`,
        )
        .join('\n');
      return `<AdaptationSet id="${type}" contentType="${type}" mimeType="${type}/mp4">
<SegmentTemplate timescale="90000" presentationTimeOffset="${period * 90_000 * 3_600}" startNumber="1" initialization="$RepresentationID$/init.mp4" media="$RepresentationID$/$Time$.m4s"><SegmentTimeline>
${runs}
</SegmentTimeline></SegmentTemplate>
${representations}
</AdaptationSet>`;
    });
    return `<Period id="p${period}" start="PT${period * 3_600}S" duration="PT3600S">\n${sets.join('\n')}\n</Period>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT18000S" minBufferTime="PT2S" profiles="urn:mpeg:dash:profile:isoff-live:2011">
${periods.join('\n')}
</MPD>
`;
}

/** A pod of ten ads with everything that trackers and media files usually bring. */
export function podVast(ads: number): string {
  const events = [
    'start',
    'firstQuartile',
    'midpoint',
    'thirdQuartile',
    'complete',
    'mute',
    'unmute',
  ];
  const body = Array.from({ length: ads }, (_, n) => {
    const tracking = events
      .map(
        (event) =>
          `<Tracking event="${event}"><![CDATA[https://t.example/${n}/${event}?cb=[CACHEBUSTING]]]></Tracking>`,
      )
      .join('\n');
    const files = [360, 540, 720, 1080]
      .map(
        (height) =>
          `<MediaFile delivery="progressive" type="video/mp4" width="${(height * 16) / 9}" height="${height}" bitrate="${height * 3}"><![CDATA[https://m.example/${n}/${height}.mp4]]></MediaFile>`,
      )
      .join('\n');
    return `<Ad id="a${n}" sequence="${n + 1}"><InLine><AdSystem>bench</AdSystem><AdTitle>Ad ${n}</AdTitle><Error><![CDATA[https://t.example/${n}/error?c=[ERRORCODE]]]></Error><Impression><![CDATA[https://t.example/${n}/impression]]></Impression>
<Creatives><Creative id="c${n}" sequence="1"><UniversalAdId idRegistry="bench.example">u${n}</UniversalAdId><Linear><Duration>00:00:15</Duration><TrackingEvents>
${tracking}
</TrackingEvents><VideoClicks><ClickThrough><![CDATA[https://c.example/${n}]]></ClickThrough></VideoClicks><MediaFiles>
${files}
</MediaFiles></Linear></Creative></Creatives></InLine></Ad>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="4.2">\n${body.join('\n')}\n</VAST>\n`;
}

/**
 * On-demand content beside the live origin of a test environment: twelve seconds of one-second segments, a feed, VMAP.
 */
import type { TestEnvironment } from './test-environment.suite.ts';

const seconds = 12;

export function mediaPlaylist(rendition: string, marked: boolean): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-TARGETDURATION:1',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MAP:URI="init.mp4"',
  ];
  for (let index = 0; index < seconds; index += 1) {
    if (marked && index === 4) {
      lines.push('#EXT-X-CUE-OUT:3');
    }
    if (marked && index === 7) {
      lines.push('#EXT-X-CUE-IN');
    }
    lines.push('#EXTINF:1.000,', `${rendition}-${index}.m4s`);
  }
  return `${lines.join('\n')}\n#EXT-X-ENDLIST\n`;
}

/** Video and audio of one-second segments. */
export function staticMpd(length = seconds): string {
  const set = (id: string, contentType: string, representations: string) =>
    `<AdaptationSet id="${id}" contentType="${contentType}" mimeType="${contentType}/mp4" lang="en" segmentAlignment="true">
    <SegmentTemplate timescale="1000" startNumber="1" initialization="$RepresentationID$/init.mp4" media="$RepresentationID$/$Number$.m4s"><SegmentTimeline><S t="0" d="1000" r="${length - 1}"/></SegmentTimeline></SegmentTemplate>${representations}</AdaptationSet>`;
  const video =
    '<Representation id="720" bandwidth="2000000" codecs="avc1.64001f" width="1280" height="720" frameRate="25"/>';
  const audio =
    '<Representation id="aac" bandwidth="96000" codecs="mp4a.40.2" audioSamplingRate="48000"/>';
  return `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" profiles="urn:mpeg:dash:profile:isoff-live:2011" mediaPresentationDuration="PT${length}S" minBufferTime="PT1S" maxSegmentDuration="PT1S"><Period id="asset" start="PT0S">${set('1', 'video', video)}${set('2', 'audio', audio)}</Period></MPD>
`;
}

function feed(base: string): string {
  return `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:ad="urn:ad"><channel><title>t</title>
<item><guid>hello</guid><title>Hello</title><category>intro</category><media:content url="${base}/creative/i-2/master.m3u8" type="application/x-mpegURL"/></item>
<item><guid>asset-1</guid><title>The asset</title>
<media:content url="${base}/vod/master.m3u8" type="application/x-mpegURL" duration="12"/>
<media:content url="/vod/asset.mpd" type="application/dash+xml" duration="12"/>
<ad:cuepoints>
<ad:cuepoint id="pre"><ad:splicetime>0</ad:splicetime><ad:maxcount>1</ad:maxcount></ad:cuepoint>
<ad:cuepoint id="mid"><ad:splicetime>6200</ad:splicetime><ad:duration>4</ad:duration><ad:slot>m1</ad:slot></ad:cuepoint>
<ad:cuepoint id="post"><ad:splicetime>-1</ad:splicetime></ad:cuepoint>
</ad:cuepoints></item></channel></rss>`;
}

export function vmapDocument(base: string, inline: string): string {
  const tracking = (name: string) =>
    `<vmap:TrackingEvents><vmap:Tracking event="breakStart">${base}/beacon/breakStart/${name}</vmap:Tracking><vmap:Tracking event="breakEnd">${base}/beacon/breakEnd/${name}</vmap:Tracking></vmap:TrackingEvents>`;
  return `<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
<vmap:AdBreak timeOffset="start" breakType="linear" breakId="first"><vmap:AdSource><vmap:VASTAdData>${inline}</vmap:VASTAdData></vmap:AdSource>${tracking('first')}</vmap:AdBreak>
<vmap:AdBreak timeOffset="50%" breakType="linear" breakId="half"><vmap:AdSource><vmap:AdTagURI><![CDATA[${base}/tag]]></vmap:AdTagURI></vmap:AdSource>${tracking('half')}</vmap:AdBreak>
<vmap:AdBreak timeOffset="end" breakType="linear" breakId="last">${tracking('last')}</vmap:AdBreak>
</vmap:VMAP>`;
}

/** Adds the content to the environment's origin. */
export function addVodContent(environment: TestEnvironment): void {
  const answer = (path: string, text: () => string) =>
    environment.override(path, (_request, response) => response.end(text()));
  answer('/vod/master.m3u8', () => environment.text('/creative/x-1/master.m3u8') ?? '');
  for (const rendition of ['v0', 'v1', 'a0']) {
    answer(`/vod/${rendition}.m3u8`, () => mediaPlaylist(rendition, true));
  }
  answer('/vod/asset.mpd', () => staticMpd());
  answer('/dash-ad/manifest.mpd', () => staticMpd(4));
  answer('/feed', () => feed(environment.base));
}

import { channelSettings } from '@interlude/contract';
import { parseMpd } from '@interlude/dash';
import { describe, expect, it } from 'vitest';
import { defaultLadder } from './default-ladder.ts';
import { ladderOfDash } from './ladder-of-dash.ts';

function ladder(periods: string, attributes = '') {
  const { mpd } = parseMpd(
    `<MPD type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z" ${attributes}>${periods}</MPD>`,
  );
  if (mpd === undefined) throw new Error('no MPD');
  return ladderOfDash(mpd);
}

const numbers = '<SegmentTemplate timescale="25" duration="96" media="$Number$.m4s"/>';
const timeline = (s: string) =>
  `<SegmentTemplate timescale="90000" media="$Time$.m4s"><SegmentTimeline>${s}</SegmentTimeline></SegmentTemplate>`;
const video = (inner: string, attributes = '') =>
  `<AdaptationSet contentType="video" mimeType="video/mp4" ${attributes}>${inner}</AdaptationSet>`;
const audio = (inner: string, attributes = '') =>
  `<AdaptationSet contentType="audio" mimeType="audio/mp4" ${attributes}>${inner}</AdaptationSet>`;
const representation = (id: string, rest: string) => `<Representation id="${id}" ${rest}/>`;

describe('the ladder of a DASH source', () => {
  it('has the representations of its sets', () => {
    const found = ladder(
      `<Period id="p" start="PT0S">${video(
        numbers +
          representation('v0', 'bandwidth="900000" width="960" height="540" codecs="avc1.64001f"') +
          representation('v1', 'bandwidth="450000" width="640" height="360" codecs="avc1.4d401e"'),
        'frameRate="30000/1001"',
      )}${audio(
        `<AudioChannelConfiguration schemeIdUri="urn:mpeg:dash:23003:3:audio_channel_configuration:2011" value="2"/>${numbers}<Representation id="a0" bandwidth="96123" codecs="mp4a.40.2" audioSamplingRate="44100"/>`,
        'lang="en"',
      )}</Period>`,
    );
    expect(found).toEqual({
      manifest: 'dash',
      muxing: 'cmaf',
      pictures: [
        { width: 960, height: 540, bitrate: 900_000, codecs: 'avc1.64001f' },
        { width: 640, height: 360, bitrate: 450_000, codecs: 'avc1.4d401e' },
      ],
      frameRate: [30_000, 1001],
      audio: [
        { codecs: 'mp4a.40.2', channels: 2, sampleRate: 44_100, bitrate: 96_000, language: 'en' },
      ],
      separateAudio: true,
      segmentMs: 3_840,
      longestSegmentMs: 3_840,
      hasIFrames: false,
    });
  });

  it('has the sets of several codecs, sizes and languages; trick play and thumbnails are none', () => {
    const found = ladder(
      `<Period id="p" start="PT0S">${video(
        numbers +
          representation(
            'h',
            'bandwidth="3000000" width="1920" height="1080" codecs="hvc1.1.6.L120"',
          ),
      )}${video(
        numbers +
          representation(
            'a',
            'bandwidth="4000000" width="1920" height="1080" codecs="avc1.640028"',
          ),
      )}${video(
        `<EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode" value="1"/>${numbers}${representation('t', 'bandwidth="1" width="16" height="16"')}`,
      )}${audio(numbers + representation('en', 'bandwidth="128000" codecs="mp4a.40.2"'), 'lang="en"')}${audio(
        `<AudioChannelConfiguration schemeIdUri="tag:dolby.com,2014:dash:audio_channel_configuration:2011" value="F801"/>${numbers}${representation('x', 'bandwidth="384000" codecs="ec-3"')}`,
        'lang="de"',
      )}${audio(
        `<AudioChannelConfiguration schemeIdUri="urn:mpeg:mpegB:cicp:ChannelConfiguration" value="6"/>${numbers}${representation('y', 'bandwidth="64000" codecs="mp4a.40.5"')}${representation('z', 'bandwidth="96000" codecs="mp4a.40.5"')}`,
        'lang="und"',
      )}</Period>`,
    );
    expect(found.pictures.map(({ codecs }) => codecs)).toEqual(['avc1.640028', 'hvc1.1.6.L120']);
    expect(
      found.audio.map((one) => `${one.codecs} ${one.channels} ${one.bitrate} ${one.language}`),
    ).toEqual(['mp4a.40.2 2 130000 en', 'ec-3 6 380000 de', 'mp4a.40.5 6 96000 ']);
  });

  it('timeline: the commonest length, whatever is cut short at a break', () => {
    const period = (s: string) =>
      `<Period id="p" start="PT0S">${video(
        timeline(s) + representation('v', 'bandwidth="900000" width="960" height="540"'),
      )}</Period>`;
    const whole = ladder(period('<S t="0" d="540540" r="9"/>'));
    expect(whole.segmentMs).toBe(6_006);
    expect(
      ladder(period('<S t="0" d="540540" r="4"/><S d="90000"/><S d="450540"/><S d="540540"/>')),
    ).toEqual(whole);
  });

  it('a break of the source\u2019s own changes nothing', () => {
    const set = (width: number) =>
      video(
        timeline('<S t="0" d="360000" r="2"/>') +
          representation('v', `bandwidth="900000" width="${width}" height="540"`),
      );
    const programme = `<Period id="a" start="PT0S" duration="PT60S">${set(960)}</Period>`;
    const ad = `<Period id="b" start="PT60S" duration="PT12S">${set(480)}</Period>`;
    const later = `<Period id="c" start="PT72S">${set(480)}</Period>`;
    expect(ladder(programme + ad + later)).toEqual(ladder(programme));
  });

  it('multiplexed audio, audio only, no audio, no media', () => {
    const period = (sets: string) => ladder(`<Period id="p" start="PT0S">${sets}</Period>`);
    const muxed = video(
      numbers +
        representation(
          'v',
          'bandwidth="900000" width="960" height="540" codecs="avc1.64001f, mp4a.40.2"',
        ),
    );
    expect(period(muxed)).toMatchObject({ separateAudio: false });
    expect(period(audio(numbers + representation('a', 'bandwidth="128000"')))).toMatchObject({
      pictures: [],
      separateAudio: true,
    });
    const silent = period(
      video(numbers + representation('v', 'bandwidth="0" codecs="avc1.64001f"')),
    );
    expect(silent).toMatchObject({ separateAudio: true });
    expect(silent.audio).toHaveLength(1);
    expect(period('')).toMatchObject({ pictures: [], segmentMs: 4_000 });
  });

  it('transport streams and lists keep their form', () => {
    const found = ladder(
      `<Period id="p" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp2t"><SegmentList timescale="1000" duration="9600"><SegmentURL media="1.ts"/></SegmentList>${representation('v', 'bandwidth="1" width="2" height="2"')}</AdaptationSet></Period>`,
    );
    expect(found).toMatchObject({ muxing: 'ts', segmentMs: 9_600 });
  });

  it('segments of one file: the length that the MPD declares', () => {
    const found = ladder(
      `<Period id="p" start="PT0S" duration="PT10S">${video(representation('v', 'bandwidth="1"'))}</Period>`,
      'maxSegmentDuration="PT2.5S"',
    );
    expect(found).toMatchObject({ segmentMs: 2_500, longestSegmentMs: 2_500 });
  });

  it('the longest segment that the MPD allows, beside the usual length', () => {
    const text = `<Period id="p" start="PT0S">${video(numbers + representation('v', 'bandwidth="1"'))}</Period>`;
    expect(ladder(text, 'maxSegmentDuration="PT6S"')).toMatchObject({
      segmentMs: 3_840,
      longestSegmentMs: 6_000,
    });
    expect(ladder(text, 'maxSegmentDuration="PT2S"').longestSegmentMs).toBe(3_840);
  });
});

it('SLATE-007 without a source the settings decide', () => {
  const settings = channelSettings.parse({
    name: 'c',
    sourceManifestUrl: 'http://h/m',
    profile: { muxingType: 'ts' },
  });
  expect(defaultLadder('hls', settings)).toMatchObject({ muxing: 'ts', separateAudio: false });
  expect(defaultLadder('dash', settings)).toMatchObject({ muxing: 'cmaf', separateAudio: true });
});

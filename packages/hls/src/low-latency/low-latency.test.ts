import { describe, expect, it } from 'vitest';
import { parseMediaPlaylist, readLowLatency, writeMediaPlaylist } from '../index.ts';

const TEXT = `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24.0,PART-HOLD-BACK=3.012,HOLD-BACK=12
#EXT-X-PART-INF:PART-TARGET=1.004
#EXT-X-MEDIA-SEQUENCE:10
#EXTINF:4.0,
s10.m4s
#EXT-X-PART:DURATION=1.0,URI="s11.m4s",BYTERANGE="1000@0",INDEPENDENT=YES
#EXT-X-PART:DURATION=1.0,URI="s11.m4s",BYTERANGE="900",GAP=YES,X-OWN="kept"
#EXTINF:2.0,
s11.m4s
#EXT-X-PART:DURATION=0.5,URI="s12.0.m4s",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="s12.1.m4s",BYTERANGE-START=20,BYTERANGE-LENGTH=7
#EXT-X-PRELOAD-HINT:TYPE=MAP,URI="init.mp4"
#EXT-X-RENDITION-REPORT:URI="../a/p.m3u8",LAST-MSN=11,LAST-PART=3
#EXT-X-RENDITION-REPORT:URI="../b/p.m3u8"
`;

describe('readLowLatency', () => {
  const { playlist } = parseMediaPlaylist(TEXT);
  const read = readLowLatency(playlist);

  it('H28 reads EXT-X-PART with its segment, its place in it and its range', () => {
    expect(read.parts).toEqual([
      {
        ...{ msn: 11, index: 0, uri: 's11.m4s', durationSeconds: 1, independent: true, gap: false },
        ...{ byteRange: { length: 1000, offset: 0 }, line: 8 },
      },
      {
        ...{ msn: 11, index: 1, uri: 's11.m4s', durationSeconds: 1, independent: false, gap: true },
        ...{ byteRange: { length: 900, offset: 1000 }, line: 9 },
      },
      {
        ...{ msn: 12, index: 0, uri: 's12.0.m4s', durationSeconds: 0.5 },
        ...{ independent: true, gap: false, byteRange: undefined, line: 12 },
      },
    ]);
  });

  it('H28 reads EXT-X-SERVER-CONTROL in seconds', () => {
    expect(read.serverControl).toEqual({
      canSkipUntilSeconds: 24,
      canSkipDateRanges: false,
      holdBackSeconds: 12,
      partHoldBackSeconds: 3.012,
      canBlockReload: true,
    });
    expect(playlist.partTargetSeconds).toBe(1.004);
  });

  it('H29 reads hints and rendition reports', () => {
    expect(read.preloadHints).toEqual([
      { type: 'PART', uri: 's12.1.m4s', start: 20, length: 7, line: 13 },
      { type: 'MAP', uri: 'init.mp4', start: 0, length: undefined, line: 14 },
    ]);
    expect(read.renditionReports).toEqual([
      { uri: '../a/p.m3u8', lastMsn: 11, lastPart: 3, line: 15 },
      { uri: '../b/p.m3u8', lastMsn: undefined, lastPart: undefined, line: 16 },
    ]);
  });

  it('leaves every line as it is', () => {
    expect(writeMediaPlaylist(playlist)).toBe(TEXT);
  });

  it('turns hostile values into none, and finds nothing in an ordinary playlist', () => {
    const odd = readLowLatency(
      parseMediaPlaylist(
        '#EXTM3U\n#EXT-X-PART\n#EXT-X-PART:DURATION=-1,URI=,BYTERANGE="9@x"\n#EXT-X-RENDITION-REPORT:LAST-MSN=1e9,LAST-PART=99999999999999999\n#EXT-X-PRELOAD-HINT:',
      ).playlist,
    );
    expect(
      odd.parts.map(({ msn, index, durationSeconds, byteRange }) => [
        msn,
        index,
        durationSeconds,
        byteRange,
      ]),
    ).toEqual([
      [0, 0, 0, undefined],
      [0, 1, 0, undefined],
    ]);
    expect(odd.renditionReports).toMatchObject([{ lastMsn: undefined, lastPart: undefined }]);
    expect(odd.preloadHints).toMatchObject([{ type: '', uri: '', start: 0 }]);
    expect(readLowLatency(parseMediaPlaylist('#EXTM3U\n#EXTINF:4,\na\n').playlist)).toEqual({
      serverControl: undefined,
      parts: [],
      preloadHints: [],
      renditionReports: [],
    });
  });
});

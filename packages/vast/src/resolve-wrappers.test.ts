import { describe, expect, it } from 'vitest';
import { orderPod, parseVast, resolveWrappers } from './index.ts';
import { hasFixtures, readFixture, readVector, resolveDocument } from './vast-documents.suite.ts';

const own = (name: string, options = {}) => resolveDocument(readVector, name, options);

describe('resolveWrappers', () => {
  it('V2 merges impressions, errors, tracking, clicks and viewability of every level', async () => {
    const { ads, failures } = await own('wrapper-of-wrapper.xml');
    expect(failures).toEqual([]);
    expect(ads.map((ad) => ad.id)).toEqual(['pod-2', 'spare', 'pod-1']);
    const [ad] = ads;
    expect(ad?.impressions.slice(1)).toEqual([
      'https://track.example/outer/impression',
      'https://track.example/outermost/impression',
    ]);
    expect(ad?.errorUrls).toHaveLength(3);
    expect(ad?.viewableImpression.viewable).toHaveLength(2);
    expect(ad?.creatives[0]?.clickTracking).toHaveLength(2);
    expect(ad?.creatives[0]?.trackingEvents.filter((t) => t.event === 'start')).toHaveLength(3);
    expect(ad?.wrapperSystems).toEqual(['outer', 'outermost']);
  });

  it('V2 keeps companions, verifications, extensions, icons and custom clicks of wrappers', async () => {
    const parts = `<AdVerifications><Verification vendor="v"/></AdVerifications>
      <Extensions><Extension type="e"/></Extensions>
      <Creatives>
        <Creative><CompanionAds><Companion width="300" height="250"/></CompanionAds></Creative>
        <Creative><Linear><Icons><Icon program="i"/></Icons>
          <VideoClicks><CustomClick>https://c.example/</CustomClick></VideoClicks></Linear></Creative>
      </Creatives>`;
    const wrapper = `<VAST version="4.2"><Ad id="w"><Wrapper><VASTAdTagURI>single.xml</VASTAdTagURI>${parts}</Wrapper></Ad></VAST>`;
    const { ads } = await resolveWrappers(parseVast(wrapper), async (url) => readVector(url));
    const [ad] = ads;
    expect(ad?.otherCreatives.map((one) => one.children[0]?.name)).toEqual(['CompanionAds']);
    expect(ad?.adVerifications.at(-1)?.attributes).toEqual({ vendor: 'v' });
    expect(ad?.extensions.at(-1)?.attributes).toEqual({ type: 'e' });
    expect(ad?.creatives[0]?.icons.at(-1)?.attributes).toEqual({ program: 'i' });
    expect(ad?.creatives[0]?.customClicks).toEqual(['https://c.example/']);
  });

  it('V3 keeps a pod in sequence order and stand-alone ads apart', async () => {
    const { pod, buffet } = orderPod((await own('wrapper.xml')).ads);
    expect(pod.map((ad) => ad.id)).toEqual(['pod-1', 'pod-2']);
    expect(buffet.map((ad) => ad.id)).toEqual(['spare']);
  });

  it('V3 gives the ad behind a wrapper in a pod the place of the wrapper', async () => {
    const { pod } = orderPod((await own('pod-with-wrapper.xml')).ads);
    expect(pod.map((ad) => [ad.id, ad.sequence])).toEqual([
      ['first', 1],
      ['single', 2],
      ['third', 3],
    ]);
  });

  it('V2 takes only the first stand-alone ad when allowMultipleAds is false', async () => {
    expect((await own('first-only.xml')).ads.map((ad) => ad.id)).toEqual(['spare']);
  });

  it('V2 does not follow a second wrapper when followAdditionalWrappers is false', async () => {
    const { ads, failures } = await own('no-follow.xml');
    expect(ads).toEqual([]);
    expect(failures).toMatchObject([{ iabErrorCode: 300, adId: 'outer' }]);
    expect(failures[0]?.errorUrls).toHaveLength(2);
  });

  it('V2 rejects an ad of a blocked category with 205', async () => {
    const { ads, failures } = await own('blocked.xml');
    expect(ads).toEqual([]);
    expect(failures).toMatchObject([{ iabErrorCode: 205, adId: 'single' }]);
  });

  it('V2 ends a wrapper loop with 302 in the name of all wrappers', async () => {
    const { failures, requests } = await own('loop-a.xml');
    expect(failures).toMatchObject([{ iabErrorCode: 302, reason: 'wrapper loop' }]);
    expect(failures[0]?.errorUrls).toHaveLength(2);
    expect(requests).toBe(1);
  });

  it('V1 stops at the depth limit with 302', async () => {
    const endless = (depth: number) =>
      readVector('wrapper.xml').replace('pod-with-buffet.xml', `level-${depth}.xml`);
    const { failures, requests } = await resolveWrappers(
      parseVast(endless(0)),
      async (_url, depth) => endless(depth),
    );
    expect(requests).toBe(7);
    expect(failures).toMatchObject([{ iabErrorCode: 302 }]);
    expect(failures[0]?.errorUrls).toHaveLength(8);
  });

  it('V1 bounds the number of requests of one answer', async () => {
    const [start = '', end = ''] = readVector('wrapper.xml').split(/(?=<\/VAST>)/);
    const ad = start.slice(start.indexOf('<Ad '));
    let count = 0;
    const wide = () =>
      start +
      Array.from({ length: 9 }, () => ad.replace('pod-with-buffet', `d${count++}`)).join('') +
      end;
    const { requests, ads } = await resolveWrappers(parseVast(wide()), async () => wide());
    expect(requests).toBe(32);
    expect(ads).toEqual([]);
  });

  it('V1 follows seven wrappers in a row, also those that spell VASTAdTagURL, and not an eighth', async () => {
    const inline = '<VAST version="4.2"><Ad id="in"><InLine/></Ad></VAST>';
    const chain = (left: number): string =>
      left === 0
        ? inline
        : `<VAST version="4.2"><Ad id="w${left}"><Wrapper><VASTAdTagURL>${left - 1}</VASTAdTagURL></Wrapper></Ad></VAST>`;
    const resolve = (wrappers: number) =>
      resolveWrappers(parseVast(chain(wrappers)), async (url) => chain(Number(url)));
    expect((await resolve(7)).ads.map(({ id }) => id)).toEqual(['in']);
    expect(await resolve(8)).toMatchObject({ ads: [], failures: [{ iabErrorCode: 302 }] });
  });

  it('V4 fires 303 with the root error of an empty document behind a wrapper', async () => {
    const { failures } = await own('to-empty.xml');
    expect(failures).toMatchObject([{ iabErrorCode: 303, adId: 'to-empty' }]);
    expect(failures[0]?.errorUrls).toEqual([
      'https://track.example/root/error?code=[ERRORCODE]',
      'https://track.example/to-empty/error?code=[ERRORCODE]',
    ]);
  });

  it('V1 gives 301 when the deadline passes, and keeps what is there', async () => {
    const deadline = new AbortController();
    const resolving = resolveWrappers(
      parseVast(readVector('pod-with-wrapper.xml')),
      () => new Promise(() => {}),
      { signal: deadline.signal },
    );
    deadline.abort(new Error('deadline'));
    const { ads, failures } = await resolving;
    expect(ads.map((ad) => ad.id)).toEqual(['first', 'third']);
    expect(failures).toMatchObject([{ iabErrorCode: 301, reason: 'deadline' }]);
  });

  it('V4 gives the code of the document when a wrapper answers no VAST', async () => {
    const { failures } = await resolveWrappers(
      parseVast(readVector('wrapper.xml')),
      async () => '<html></html>',
    );
    expect(failures).toMatchObject([{ iabErrorCode: 100, adId: 'outer' }]);
  });

  it('V3 keeps one pod when several stand-alone wrappers answer pods', async () => {
    const [start = '', end = ''] = readVector('wrapper.xml').split(/(?=<\/VAST>)/);
    const ad = start.slice(start.indexOf('<Ad ')).replace('pod-with-buffet.xml', 'other.xml');
    const { ads } = await resolveWrappers(parseVast(start + ad + end), async () =>
      readVector('pod-with-buffet.xml'),
    );
    expect(orderPod(ads).pod.map((one) => one.id)).toEqual(['pod-1', 'pod-2']);
    expect(orderPod(ads).buffet).toHaveLength(4);
  });
});

function checkFixtures() {
  const pods = (name: string) => readFixture(`pods/${name}`);

  it('D12 orders the pod and leaves the stand-alone ad out of it', async () => {
    const { ads } = await resolveDocument(pods, 'authored-pod-out-of-order-plus-standalone.xml');
    const { pod, buffet } = orderPod(ads);
    expect(pod.map((ad) => ad.id)).toEqual(['pod-a', 'pod-b', 'pod-c']);
    expect(pod.map((ad) => ad.creatives[0]?.durationSeconds)).toEqual([15, 10.5, 30]);
    expect(buffet.map((ad) => ad.id)).toEqual(['solo-x']);
    for (const ad of ads) {
      expect(ad.impressions).toHaveLength(1);
      expect(ad.creatives[0]?.trackingEvents).toHaveLength(5);
      expect(ad.creatives[0]?.mediaFiles).toHaveLength(2);
    }
  });

  it('D12 puts the ad behind the wrapper into slot 2 with the trackers of both levels', async () => {
    const { ads } = await resolveDocument(pods, 'authored-pod-with-wrapper-slot.xml');
    const { pod } = orderPod(ads);
    expect(pod.map((ad) => ad.id)).toEqual(['slot-1', 'inner-1', 'slot-3']);
    const seconds = pod.map((ad) => ad.creatives[0]?.durationSeconds ?? 0);
    expect(seconds.reduce((sum, one) => sum + one, 0)).toBe(65);
    expect(pod[1]?.impressions).toHaveLength(2);
    const starts = pod[1]?.creatives[0]?.trackingEvents.filter((t) => t.event === 'start');
    expect(starts).toHaveLength(2);
  });

  it('D13 merges a VAST 2 wrapper', async () => {
    const inline = readFixture('inline/haxqer-vast_inline_linear.xml');
    const { ads } = await resolveWrappers(
      parseVast(readFixture('wrapper/haxqer-vast_wrapper_linear_1.xml')),
      async () => inline,
    );
    expect(ads).toHaveLength(1);
    const [ad] = ads;
    const [creative] = ad?.creatives ?? [];
    expect(ad?.impressions).toHaveLength(3);
    expect(ad?.errorUrls).toHaveLength(3);
    expect(creative?.durationSeconds).toBe(30);
    expect(creative?.mediaFiles).toMatchObject([
      { type: 'video/x-flv', width: 400, height: 300, bitrate: 500 },
    ]);
    const urls = (event: string) => creative?.trackingEvents.filter((t) => t.event === event) ?? [];
    expect(urls('start')).toHaveLength(2);
    expect(urls('mute')).toHaveLength(1);
    expect(creative?.clickTracking.length).toBeGreaterThanOrEqual(2);
  });

  it('D15 fires the root error with 303 for no ad, 302 for a wrapper loop', async () => {
    const broken = (name: string) => readFixture(`broken/${name}`);
    const empty = await resolveDocument(broken, 'authored-empty-vast-with-error.xml');
    expect(empty.failures).toMatchObject([
      { iabErrorCode: 303, errorUrls: ['https://track.example.com/noad?code=[ERRORCODE]'] },
    ]);
    const loop = await resolveDocument(broken, 'authored-wrapper-loop.xml');
    expect(loop).toMatchObject({ ads: [], failures: [{ iabErrorCode: 302 }] });
  });
}

if (hasFixtures) describe('telling cases of the shared fixtures', checkFixtures);

import type { EgressRequest } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { recordSteps } from './record-steps.ts';
import { requestAds } from './request-ads.ts';

const first = { url: 'https://ads.test/vast', headers: { 'user-agent': 'TV' } };

function outside(pages: Readonly<Record<string, Buffer | string>>) {
  const requested: EgressRequest[] = [];
  return {
    requested,
    async request(request: EgressRequest) {
      requested.push(request);
      const page = pages[request.url];
      if (page === undefined) {
        throw new Error('refused');
      }
      return { status: 200, url: request.url, headers: {}, body: Buffer.from(page) };
    },
  };
}

const how = () => ({ signal: new AbortController().signal, timeoutMs: 1_000 });
const inline = (title: string) =>
  `<VAST version="4.2"><Ad id="a"><InLine><AdSystem>s</AdSystem><AdTitle>${title}</AdTitle><Creatives/></InLine></Ad></VAST>`;
const wrapper = (...tags: readonly string[]) =>
  `<VAST version="4.2">${tags.map((tag, index) => `<Ad id="w${index}"><Wrapper><VASTAdTagURI><![CDATA[${tag}]]></VASTAdTagURI></Wrapper></Ad>`).join('')}</VAST>`;

test('V11 an answer is read in the charset that its declaration names, or its bytes show', async () => {
  const latin = Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?>${inline('M\u00fcsli')}`,
    'latin1',
  );
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(inline('M\u00fcsli'), 'utf16le'),
  ]);
  for (const body of [latin, wide, inline('M\u00fcsli')]) {
    const { ads } = await requestAds(outside({ [first.url]: body }), first, how());
    expect(ads.map(({ title }) => title)).toEqual(['M\u00fcsli']);
  }
});

test('V2 wrapper requests carry the device headers and filled macros; each is a step with its depth', async () => {
  const egress = outside({
    [first.url]: wrapper('https://a.test/1?b=[X]', 'https://gone.test/'),
    'https://a.test/1?b=7': wrapper('https://a.test/2'),
    'https://a.test/2': inline('end'),
  });
  const fillTag = (url: string) => url.replace('[X]', '7');
  let nowMs = 0;
  const recorder = recordSteps(
    egress,
    () => {
      nowMs += 5;
      return nowMs;
    },
    fillTag,
  );
  const answer = await requestAds(recorder.egress, first, { ...how(), fillTag });
  expect(answer.ads.map(({ title }) => title)).toEqual(['end']);
  expect(answer.failures).toMatchObject([{ iabErrorCode: 301, adId: 'w1' }]);
  expect(egress.requested.map(({ headers }) => headers)).toEqual(Array(4).fill(first.headers));
  expect(
    recorder.steps().map(({ url, depth, status, error }) => [url, depth, status ?? error]),
  ).toEqual([
    [first.url, 0, 200],
    ['https://a.test/1?b=7', 1, 200],
    ['https://gone.test/', 1, 'refused'],
    ['https://a.test/2', 2, 200],
  ]);
});

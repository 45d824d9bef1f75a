import type { AdServerTest } from '@interlude/contract/api';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as reasons from '../../../../../../packages/stitching/src/reasons.ts';
import { answerCalls } from '../../../testing/answers.suite.ts';
import { show } from '../../../testing/show.suite.tsx';
import { type ChannelFormValues, newChannelValues } from '../channel-form/channel-form-values.ts';
import { AdServerTestPanel } from './ad-server-test-panel.tsx';
import { firstViewer, testRequest } from './test-viewer.ts';
import { foundText, reasonText, reasonWords, summaryText } from './test-words.ts';

let network = answerCalls({});
const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  network.restore();
  globalThis.fetch = realFetch;
});

const call = 'POST /api/v2/ad-server-test';
const values: ChannelFormValues = {
  ...newChannelValues(),
  name: 'News',
  sourceManifestUrl: 'https://o.example/m.m3u8',
  adSource: { system: 'gva', url: 'https://ads.example/vast', params: { a: '{{ifa}}' } },
};

function Form({ edited }: { edited: ChannelFormValues }) {
  const form = useForm<ChannelFormValues>({ defaultValues: edited });
  return (
    <FormProvider {...form}>
      <form onSubmit={() => saved()}>
        <AdServerTestPanel />
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  );
}

const saved = vi.fn();
const showPanel = (edited = values, path = '/app/channels/c1') =>
  show(<Form edited={edited} />, {}, path, '/app/channels/$channelId');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const result: AdServerTest = {
  steps: [
    {
      url: 'https://ads.example/vast?a=&dur=30',
      method: 'GET',
      depth: 0,
      status: 200,
      tookMs: 80.4,
      bytes: 900,
      found: '1 wrapper',
      text: '<VAST><Wrapper/></VAST>',
    },
    {
      url: 'https://second.example/vast',
      method: 'GET',
      depth: 1,
      status: null,
      tookMs: 2_000,
      bytes: 0,
      found: 'nothing',
      error: 'The ad server did not answer within 2 s.',
      text: '',
    },
  ],
  ads: [
    {
      adId: 'a1',
      title: 'Coffee',
      adSystem: 'Lab',
      sequence: 1,
      durationSeconds: 20,
      clipId: 'clip-1',
      mediaUrl: 'https://media.example/coffee.mp4',
      mediaType: 'video/mp4',
      creative: 'ready',
      isInPod: true,
    },
    {
      adId: 'a2',
      title: 'Tea',
      adSystem: 'Lab',
      sequence: 2,
      durationSeconds: 15,
      clipId: 'clip-2',
      mediaUrl: '',
      mediaType: 'video/mp4',
      creative: 'encoding',
      jobId: 'j7',
      isInPod: false,
      reason: 'LEFTOVER_EXCEEDED',
      iabErrorCode: 206,
    },
  ],
  tookMs: 2_090,
  errors: [{ iabErrorCode: 301, message: 'Timeout of the wrapper.' }],
  warnings: ['A break would use the proxy.'],
};

describe('the test of an ad server', () => {
  it('CHE-025 requests ads with the settings of the form and shows wrapper chain, ads, creatives and codes', async () => {
    network = answerCalls({ [call]: { body: result } });
    await showPanel();
    await press('Test ad server');
    const reported = await screen.findByRole('region', { name: 'Result of the test' });
    expect(within(reported).getByRole('status').textContent).toBe(
      '2 ads in 2090 ms, 1 would play, 20 s of 30 s.',
    );
    const rows = within(reported)
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows[1]).toContain('ready');
    expect(rows[2]).toContain('longer than what the ads before it left');
    expect(rows[2]).toContain('206');
    const job = within(reported).getByRole('link', { name: /^Job/ });
    expect(job.getAttribute('href')).toBe('/app/jobs/j7');
    expect(within(reported).getByText('IAB 301')).toBeDefined();
    expect(within(reported).getByText('A break would use the proxy.')).toBeDefined();
    const [first, second] = within(reported).getAllByRole('listitem').slice(-2);
    expect(first?.textContent).toContain('https://ads.example/vast?a=&dur=30');
    expect(first?.querySelector('pre')?.textContent).toBe('<VAST><Wrapper/></VAST>');
    expect(second?.textContent).toContain('Wrapper 1no answer2000 ms');
    expect(network.calls(call)[0]?.body).toMatchObject({
      channelId: 'c1',
      channelType: 'hls-live',
      adSource: values.adSource,
      kind: 'midroll',
      breakDuration: 30,
      maxAds: 0,
    });
  });

  it('sends the test viewer; Enter sends it and does not save the channel', async () => {
    network = answerCalls({ [call]: { body: { ...result, ads: [], reason: 'NO_ADS' } } });
    await showPanel(values, '/app/channels/new');
    await userEvent.type(screen.getByLabelText('User-Agent of the viewer'), 'TV/1');
    await userEvent.type(screen.getByLabelText('Query of the viewer'), '?ifa=x%20y{Enter}gdpr=1');
    await userEvent.type(screen.getByLabelText('IP of the viewer'), '203.0.113.7{Enter}');
    expect((await screen.findAllByRole('status'))[0]?.textContent).toContain(
      'The ad server answered without an ad.',
    );
    const [requested] = network.calls(call);
    expect(requested?.body).toMatchObject({
      viewer: { userAgent: 'TV/1', ip: '203.0.113.7', query: { ifa: 'x y', gdpr: '1' } },
    });
    expect(requested?.body).not.toHaveProperty('channelId');
    expect(saved).not.toHaveBeenCalled();
  });

  it('a pre-roll is as long as the channel says, and requests its own ad server', async () => {
    network = answerCalls({ [call]: { body: result } });
    const preRoll = {
      adSource: { system: 'gva' as const, url: 'https://pre.example/vast', params: {} },
      useDifferentAdServer: true,
      maxDuration: 12,
      maxCount: 2,
    };
    await showPanel({ ...values, preRoll });
    await userEvent.click(screen.getByRole('radio', { name: 'Pre-roll' }));
    await press('Test ad server');
    await screen.findByRole('region', { name: 'Result of the test' });
    expect(network.calls(call)[0]?.body).toMatchObject({
      kind: 'preroll',
      adSource: preRoll.adSource,
      breakDuration: 12,
      maxAds: 2,
    });
  });

  it('without an address nothing is requested', async () => {
    network = answerCalls({});
    await showPanel({ ...values, adSource: { url: ' ' } });
    await press('Test ad server');
    expect(screen.getByRole('alert').textContent).toBe('Enter an ad server URL first.');
    expect(network.requested).toEqual([]);
  });

  it('a refused test names the fields, also beside them', async () => {
    const details = { errors: { 'viewer.ip': 'must be an IPv4 or IPv6 address' } };
    network = answerCalls({
      [call]: { status: 422, body: { code: 422, errorCode: 'INVALID_FIELDS', details } },
    });
    await showPanel();
    await press('Test ad server');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Invalid fields: viewer.ip: must be an IPv4 or IPv6 address',
    );
    expect(screen.getByLabelText('IP of the viewer').getAttribute('aria-invalid')).toBe('true');
  });

  it('can be cancelled while it runs', async () => {
    let given: AbortSignal | undefined;
    globalThis.fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        given = init?.signal ?? undefined;
        given?.addEventListener('abort', () => reject(given?.reason));
      });
    await showPanel();
    fireEvent.click(screen.getByRole('button', { name: 'Test ad server' }));
    await press('Cancel');
    await waitFor(() => expect(given?.aborted).toBe(true));
    expect(screen.getByRole('button', { name: 'Test ad server' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the words of a test', () => {
  it('has a sentence for every reason of the catalogue', () => {
    const codes = Object.values(reasons).flatMap((catalogue) =>
      typeof catalogue === 'object' ? Object.keys(catalogue) : [],
    );
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter((code) => reasonWords[code] === undefined)).toEqual([]);
    expect(reasonText('SOMETHING_NEW')).toBe('SOMETHING_NEW');
  });

  it('a test whose ads are all dropped says why', () => {
    const dropped = result.ads.map((ad) => ({ ...ad, isInPod: false }));
    expect(summaryText({ ...result, ads: dropped, reason: 'NO_USABLE_AD' }, 30)).toBe(
      '2 ads in 2090 ms, none would play: Every ad of the answer was dropped; each has its own reason.',
    );
  });

  it('an ad that waits for its creative does not play yet', () => {
    const waiting = result.ads.map((ad) => ({ ...ad, isInPod: true }));
    expect(summaryText({ ...result, ads: waiting }, 30)).toBe(
      '2 ads in 2090 ms, 1 would play, 20 s of 30 s; 1 once encoded.',
    );
    expect(summaryText({ ...result, ads: waiting.slice(1) }, 30)).toBe(
      '1 ad in 2090 ms, none would play yet; 1 once encoded.',
    );
  });

  it('a source that is no address is left out', () => {
    const request = testRequest(firstViewer, { ...values, sourceManifestUrl: 'x' }, undefined);
    expect(request).not.toHaveProperty('sourceManifestUrl');
  });
});

it.each([
  ...['no answer', '1 ad', '2 ads', '2 ads, 1 wrapper', 'a VMAP with 1 break'],
  'not VAST: the root element is <Foo, Bar>',
])('what a document has says the same in English: %s', (found) => {
  expect(foundText(found)).toBe(found);
});

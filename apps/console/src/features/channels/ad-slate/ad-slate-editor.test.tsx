import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { DialogHost } from '../../../components/confirm/dialog-host.tsx';
import { toasts } from '../../../components/toast/toast.ts';
import { show } from '../../../testing/show.suite.tsx';
import { FormOf, type ShownForm } from '../channel-form/channel-form.suite.tsx';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { SettingList } from '../channel-form/setting-list.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const slates = [
  { id: 't1', name: 'Pause', type: 'ad-slate' },
  { id: 't2', name: 'Back soon', type: 'ad-slate' },
];
const profile = { muxingType: 'cmaf' } as const;
type Answer = readonly [number, unknown];

/** Answers each call by its method and path, several answers of one call in their order; returns the requests. */
function answering(answers: Readonly<Record<string, readonly Answer[]>>) {
  const requested: string[] = [];
  const left = new Map(Object.entries(answers).map(([call, each]) => [call, [...each]]));
  globalThis.fetch = async (url, init) => {
    const { pathname, search } = new URL(String(url), 'http://console.example');
    const call = `${init?.method} ${pathname}`;
    requested.push(`${call}${search} ${init?.body ?? ''}`.trim());
    const known = left.get(call) ?? [];
    const [status, body] = (known.length > 1 ? known.shift() : known[0]) ?? [404, {}];
    return new Response(JSON.stringify(body), { status });
  };
  return requested;
}
const titles = { 'GET /api/v2/titles': [[200, slates]] } as const;
const putAsset = 'PUT /api/v2/channel-assets';

async function open(values: Partial<ChannelFormValues> = { profile }, channelId = 'c1') {
  let shown: ShownForm | undefined;
  await show(
    <>
      <FormOf values={values} onForm={(form) => (shown = form)}>
        <SettingList section="ad-slate" />
      </FormOf>
      <DialogHost />
    </>,
    {},
    `/app/ad-insertion/channels/${channelId}`,
    '/app/ad-insertion/channels/$channelId',
  );
  await screen.findByRole('switch', { name: 'Use Ad Slate' });
  if (shown === undefined) throw new Error('no form');
  return shown;
}

const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Ad Slate URL' });
const said = () => toasts.get().map(({ message }) => message);

async function choose(name: string) {
  const choice = screen.getByRole<HTMLInputElement>('combobox', { name: 'Choose an ad slate' });
  await waitFor(() => expect(choice.disabled).toBe(false));
  await userEvent.click(choice);
  await userEvent.click(await screen.findByRole('option', { name }));
}

/** Title, text and buttons (without the cross) of the open dialog. */
async function dialog() {
  const opened = await screen.findByRole('alertdialog');
  const words = (selector: string) =>
    [...opened.querySelectorAll(selector)].map((element) => element.textContent);
  return { title: words('h2')[0], text: words('p')[0], buttons: words('footer button') };
}

async function take(name: string, size?: number) {
  const file = new File(['x'], name, { type: 'video/mp4' });
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
  const [input] = screen.getAllByLabelText('File', { selector: 'input' });
  if (input === undefined) throw new Error('no input');
  await userEvent.setup({ applyAccept: false }).upload(input, file);
}

describe('the slate of a channel', () => {
  it('SLATE-001 SLATE-002 SLATE-008 its switch clears the address, which nobody writes', async () => {
    answering(titles);
    const form = await open({ profile, adSlateManifestUrl: 'https://cdn.example/s.m3u8' });
    expect(address().value).toBe('https://cdn.example/s.m3u8');
    expect(address().readOnly).toBe(true);
    const use = screen.getByRole<HTMLInputElement>('switch', { name: 'Use Ad Slate' });
    expect(use.checked).toBe(true);
    await userEvent.click(use);
    expect(form.values()).toMatchObject({ isUsingAdSlate: false, adSlateManifestUrl: '' });
    expect(screen.queryByRole('textbox', { name: 'Ad Slate URL' })).toBeNull();
    await userEvent.click(use);
    expect(form.values()).toMatchObject({ isUsingAdSlate: true, adSlateManifestUrl: '' });
  });

  it('SLATE-003 SLATE-010 is one of all slates, in the form of the channel', async () => {
    const requested = answering({
      ...titles,
      [putAsset]: [[200, { url: 'https://cdn.example/b.mpd' }]],
    });
    const form = await open({ profile, type: 'dash-live', http: true });
    await choose('Back soon');
    await waitFor(() => expect(address().value).toBe('https://cdn.example/b.mpd'));
    expect(form.values().adSlateManifestUrl).toBe('https://cdn.example/b.mpd');
    expect(requested[0]).toMatch(/titles\?(?=.*type=ad-slate)(?=.*limit=-1)/);
    expect(JSON.parse(requested.at(-1)?.replace(putAsset, '') ?? '')).toEqual({
      titleId: 't2',
      name: 'Back soon',
      channelId: 'c1',
      channelType: 'dash-live',
      profile,
      http: true,
      titleType: 'ad-slate',
    });
  });

  it('SLATE-004 cannot be chosen while the slates cannot be loaded', async () => {
    answering({
      'GET /api/v2/titles': [
        [500, { message: 'no' }],
        [200, slates],
      ],
    });
    await open();
    const sentence =
      'Cannot load ad-slates from server. Please try again later or contact support.';
    const alert = await screen.findByText(sentence);
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
    await choose('Pause');
  });

  it('SLATE-007 needs a profile first', async () => {
    const requested = answering(titles);
    await open({ profile: {} });
    await choose('Pause');
    expect(await dialog()).toEqual({
      title: 'Cannot create ad slate',
      text: 'Please select a channel type or a profile first.',
      buttons: ['OK'],
    });
    expect(requested.filter((call) => call.startsWith(putAsset))).toEqual([]);
  });

  it('SLATE-009 SLATE-011 is made by a job when it is not there yet', async () => {
    const body = { errorCode: 'CHANNEL_ASSET_ENCODING', details: { jobId: 'j1' } };
    answering({ ...titles, [putAsset]: [[404, body]] });
    await open();
    await choose('Pause');
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar');
    expect([bar.value, bar.max]).toEqual([0, 100]);
    expect(said()).toEqual(['Job Started']);
    expect(screen.getByRole('link', { name: 'Open the job' }).getAttribute('href')).toBe(
      '/app/jobs/j1',
    );
  });

  it('SLATE-012 OP-87 asks to archive three failed jobs, and does it', async () => {
    const message = '3 jobs to create it already failed. Please archive the jobs.';
    const body = { errorCode: 'CHANNEL_ASSET_FAILED', message, details: { jobIds: ['a', 'b'] } };
    const requested = answering({
      ...titles,
      [putAsset]: [
        [409, body],
        [200, { url: 'https://cdn.example/s.m3u8' }],
      ],
      'PUT /api/v2/jobs/a': [[200, {}]],
      'PUT /api/v2/jobs/b': [[200, {}]],
    });
    await open();
    await choose('Pause');
    const buttons = ['Cancel', 'Archive and try again'];
    expect(await dialog()).toEqual({ title: 'Cannot create ad slate', text: message, buttons });
    await userEvent.click(screen.getByRole('button', { name: 'Archive and try again' }));
    await waitFor(() => expect(address().value).toBe('https://cdn.example/s.m3u8'));
    expect(requested.filter((call) => call.includes('/jobs/'))).toEqual([
      'PUT /api/v2/jobs/a {"archived":true}',
      'PUT /api/v2/jobs/b {"archived":true}',
    ]);
  });

  it('SLATE-013 shows any other failure, and the same slate can be retried', async () => {
    answering({ ...titles, [putAsset]: [[422, { message: 'The source cannot be read.' }]] });
    await open();
    await choose('Pause');
    expect(await dialog()).toEqual({
      title: 'Error while trying to encode ad-slate',
      text: 'The source cannot be read.',
      buttons: ['OK'],
    });
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await choose('Pause');
    expect((await dialog()).text).toBe('The source cannot be read.');
  });
});

describe('a file for a slate', () => {
  it('OP-77 waits for the channel to be saved', async () => {
    answering(titles);
    await open({ profile }, 'new');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Choose file' });
    expect(button.disabled).toBe(true);
    expect(screen.getByText('Save the channel first, then upload a slate for it.')).toBeDefined();
  });

  it.each([
    ['SLATE-005', 'Only .mp4 files can be uploaded as ad slates.', 'a.mov', profile, undefined],
    ['SLATE-006', 'You have to specify a profile before uploading ad slates', 'a.mp4', {}, 1],
    ['SLATE-017', 'You can upload a file smaller than 1024 MB...', 'a.mp4', profile, 1_073_741_824],
  ] as const)('%s SLATE-019 "%s" in a dialog', async (_row, sentence, name, own, size) => {
    answering(titles);
    await open({ profile: own });
    await take(name, size);
    expect(await dialog()).toEqual({ title: 'Upload Error', text: sentence, buttons: ['OK'] });
  });
});

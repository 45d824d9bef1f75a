import type { Media, Title } from '@interlude/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TitleBar } from '../../app/shell/title-bar.tsx';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { mediaColumns } from './media-columns.tsx';
import { MediaPage } from './media-page.tsx';
import { mediaForm } from './media-upload.ts';
import { mediaProblems, mediaValues, newMediaValues } from './media-values.ts';
import { mediaDate, mediaHash, readMediaHash } from './media-words.ts';
import { TitleMediasPage } from './title-medias-page.tsx';

const source: Media = {
  id: 'm-1',
  name: 'Autumn',
  type: 'source',
  contentType: 'video',
  titleId: 't-1',
  url: 'https://c.example/autumn.mp4',
  externalResourceId: '',
  externalResourceType: '',
  createdBySystemId: 's-1',
  ext: 'mp4',
  sizeBytes: 0,
  createdAt: '2026-03-05T12:00:00.000Z',
  updatedAt: '2026-03-05T12:00:00.000Z',
};
const packaged: Media = {
  ...source,
  id: 'm-2',
  name: 'Autumn HLS',
  type: 'deliverable',
  externalResourceId: 'enc-1',
};

const campaign: Title = {
  ...{ id: 't-1', name: 'Campaign', type: 'ad', state: 'delivered' },
  ...{ studio: '', deliverer: '', synopsis: '' },
  ...{ createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-01T12:00:00.000Z' },
};

type Answers = Parameters<typeof answerCalls>[0];
let network = answerCalls({});
afterEach(() => {
  network.restore();
  cleanup();
});

const toasted = () => toasts.get().map(({ message }) => message);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openList(more: Answers = {}, hash = '') {
  network = answerCalls({
    'GET /api/v2/titles/t-1': { body: campaign },
    'GET /api/v2/medias': ({ url }) =>
      url.searchParams.has('externalResourceId')
        ? { body: [packaged], total: 4 }
        : { body: [source, packaged], total: 2 },
    'DELETE /api/v2/medias/m-1': { body: { removed: 1 } },
    'DELETE /api/v2/medias/m-2': { body: { removed: 4 } },
    ...more,
  });
  const page = (
    <TitleBar productName="Interlude">
      <TitleMediasPage />
      <DialogHost />
    </TitleBar>
  );
  await show(page, {}, `/app/assets/t-1/medias${hash}`, '/app/assets/$assetId/medias');
  await screen.findByRole('link', { name: 'Autumn HLS' });
}

describe('the media list', () => {
  it('MED-001 has the columns Name, Type, Media ID, Created, URL; Created is month/day/year', () => {
    expect(mediaColumns('t-1').map(({ header }) => header)).toEqual([
      'Name',
      'Type',
      'Media ID',
      'Created',
      'URL',
    ]);
    expect(mediaDate('2026-03-05T12:00:00.000Z')).toBe('3/5/2026');
    expect(mediaDate('never')).toBe('');
  });

  it("MED-002 copies Media ID and URL and says '{value} Copied!'", async () => {
    await openList();
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (value) => {
      copied.push(value);
    });
    await press('Copy ID m-1');
    await press('Copy URL of Autumn');
    expect(copied).toEqual(['m-1', source.url]);
    expect(toasted()).toEqual(['m-1 Copied!', `${source.url} Copied!`]);
  });

  it('MED-003 filters by type: All, Source, Intermediate, Deliverable, Internal', async () => {
    await openList({}, '#type=deliverable');
    const choices = screen.getAllByRole<HTMLInputElement>('radio');
    expect(choices.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
      'All',
      'Source',
      'Intermediate',
      'Deliverable',
      'Internal',
    ]);
    const types = () =>
      network.calls('GET /api/v2/medias').map(({ url }) => url.searchParams.get('type'));
    expect(types()).toEqual(['deliverable']);
    await userEvent.click(screen.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(types()).toEqual(['deliverable', null]));
    expect(['#type=source', '#type=asset', ''].map(readMediaHash)).toEqual([
      'source',
      undefined,
      undefined,
    ]);
    expect([mediaHash('internal'), mediaHash(undefined)]).toEqual(['type=internal', '']);
  });

  it('MED-004 MED-011 NEW MEDIA leads to the id new; ten rows of this asset are requested', async () => {
    await openList();
    expect(screen.getByRole('link', { name: 'NEW MEDIA' }).getAttribute('href')).toBe(
      '/app/assets/t-1/medias/new',
    );
    const [requested] = network.calls('GET /api/v2/medias');
    expect(requested?.url.searchParams.get('limit')).toBe('10');
    expect(requested?.url.searchParams.get('titleId')).toBe('t-1');
  });

  it('MED-008 only source medias have a play button', async () => {
    await openList();
    expect(screen.queryByRole('button', { name: 'Play Autumn HLS' })).toBeNull();
    await press('Play Autumn');
    expect(await screen.findByRole('dialog', { name: 'Autumn' })).toBeDefined();
  });

  it('MED-009 MED-010 duplicates all but id, size and times', async () => {
    await openList({ 'POST /api/v2/medias': { status: 201, body: { ...source, id: 'm-9' } } });
    await press('Duplicate Autumn');
    await waitFor(() => expect(toasted()).toEqual(['Media m-1 was duplicate successfully.']));
    const [sent] = network.calls('POST /api/v2/medias');
    const { id: _id, sizeBytes: _s, createdAt: _c, updatedAt: _u, ...rest } = source;
    expect(sent?.body).toEqual(rest);
  });

  it('MED-012 MED-013 warns of the others of its encoding and deletes them all', async () => {
    await openList();
    await press('Delete Autumn HLS');
    const warning =
      'This media cannot be deleted separately. 3 other medias from the same encoding will also be deleted.';
    expect(await screen.findByText(warning)).toBeDefined();
    await press('Ok');
    await waitFor(() => expect(toasted()).toEqual(['Your item has been deleted.']));
    const [deleted] = network.calls('DELETE /api/v2/medias/m-2');
    expect(deleted?.url.searchParams.get('externalResourceId')).toBe('enc-1');
  });

  it('MED-014 asks as usual for one of its own and deletes only that', async () => {
    await openList();
    await press('Delete Autumn');
    await press('Ok');
    await waitFor(() => expect(toasted()).toEqual(['Your item has been deleted.']));
    const [deleted] = network.calls('DELETE /api/v2/medias/m-1');
    expect(deleted?.url.search).toBe('');
  });

  it('LIST-009 MED-012 nothing is deleted when the others cannot be counted', async () => {
    await openList({
      'GET /api/v2/medias': ({ url }) =>
        url.searchParams.has('externalResourceId')
          ? { status: 500, body: { code: 500, message: 'down' } }
          : { body: [packaged], total: 1 },
    });
    await press('Delete Autumn HLS');
    await waitFor(() => expect(toasted()).toEqual(['Error while deleting: down']));
    expect(network.calls('DELETE /api/v2/medias/m-2')).toEqual([]);
  });
});

async function openPage(id: string, more: Answers) {
  network = answerCalls({
    'GET /api/v2/titles/t-1': { body: campaign },
    ...more,
  });
  const page = (
    <TitleBar productName="Interlude">
      <MediaPage />
      <DialogHost />
    </TitleBar>
  );
  await show(page, {}, `/app/assets/t-1/medias/${id}`, '/app/assets/$assetId/medias/$mediaId');
}
const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name);

describe('the page of a media', () => {
  it.each([
    [404, 'Media not found'],
    [500, 'Error in loading'],
  ])('MED-015 a load that is answered with %i says so', async (status, words) => {
    await openPage('m-1', {
      'GET /api/v2/medias/m-1': { status, body: { code: status, message: 'x' } },
    });
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('MED-016 LIST-016 saves a stored one', async () => {
    await openPage('m-1', {
      'GET /api/v2/medias/m-1': { body: source },
      'PUT /api/v2/medias/m-1': { body: { ...source, name: 'Autumn 2' } },
    });
    await userEvent.type(await field(/^Name/), ' 2');
    await press('Save');
    await waitFor(() => expect(toasted()).toEqual(['Your item has been saved!']));
    expect(network.calls('PUT /api/v2/medias/m-1')[0]?.body).toMatchObject({
      name: 'Autumn 2',
      updatedAt: source.updatedAt,
    });
  });

  it('MED-016 a file in our storage keeps its address', async () => {
    await openPage('m-1', { 'GET /api/v2/medias/m-1': { body: { ...source, sizeBytes: 2_048 } } });
    expect(await screen.findByText('2 kB')).toBeDefined();
    expect(screen.queryByLabelText(/^URL/)).toBeNull();
  });

  it('MED-004 OP-32 a new one by its address', async () => {
    await openPage('new', {
      'POST /api/v2/medias': { status: 422, body: { code: 422, message: 'refused' } },
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Use a URL' }));
    await userEvent.type(await field(/^Name/), 'Autumn');
    await press('Save');
    expect(screen.getByRole('alert').textContent).toBe('I should be a valid URL!');
    await userEvent.type(await field(/^URL/), source.url);
    await press('Save');
    await waitFor(() => expect(toasted()).toEqual(['Error while Saving: refused']));
    expect(network.calls('POST /api/v2/medias')[0]?.body).toMatchObject({
      titleId: 't-1',
      type: 'source',
      url: source.url,
    });
    expect(mediaProblems({ ...newMediaValues('t-1'), url: 'ftp://x' }, true)).toEqual({
      name: 'I should not be empty!',
      url: 'I should be a valid URL!',
    });
    expect(mediaValues(source)).toMatchObject({ titleId: 't-1', createdBySystemId: 's-1' });
  });

  it('MED-007 a file above 1 GB is refused before it is sent', async () => {
    await openPage('new', {});
    const input = await field(/^File$/);
    expect(input.accept).toBe('.mp4,.mov');
    const huge = new File(['x'], 'huge.mp4');
    Object.defineProperty(huge, 'size', { value: 1_073_741_825 });
    await userEvent.upload(input, huge);
    expect(toasted()).toEqual(['Error while Saving: File size is limited to 1 GB.']);
    expect(screen.getByRole('alert').textContent).toBe('File size is limited to 1 GB.');
  });

  it('MED-017 an upload that fails opens the dialog Upload Error with OK, and can be tried again', async () => {
    await openPage('new', {});
    await userEvent.upload(await field(/^File$/), new File(['x'], 'Autumn spot.mp4'));
    expect((await field(/^Name/)).value).toBe('Autumn spot');
    const reachable = network.restore;
    network.restore();
    network = answerCalls({
      'GET /api/v2/titles/t-1': { status: 507, body: { code: 507, message: 'The disk is full.' } },
    });
    await press('Save');
    const dialog = await screen.findByRole('alertdialog', { name: 'Upload Error' });
    expect(dialog.textContent).toContain('The disk is full.');
    await press('OK');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
    network.restore();
    reachable();
  });

  it('MED-006 sends the fields in the order of the API, the file last', () => {
    const form = mediaForm({ name: 'Autumn', titleId: 't-1' }, new File(['x'], 'a.MOV'));
    expect([...form.keys()]).toEqual([
      'name',
      'type',
      'contentType',
      'titleId',
      'uploadNew',
      'ext',
      'file',
    ]);
    expect([form.get('type'), form.get('contentType'), form.get('ext')]).toEqual([
      'source',
      'video',
      'mov',
    ]);
  });
});

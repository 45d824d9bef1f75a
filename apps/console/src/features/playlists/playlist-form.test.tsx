import type { Playlist } from '@interlude/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import { assetUrl, playlist, schema } from '../../testing/playlists.suite.tsx';
import { show } from '../../testing/show.suite.tsx';
import { PlaylistForm } from './playlist-form.tsx';

let network = answerCalls({});
beforeEach(() => {
  network = answerCalls({
    'GET /api/v2/playlists/schema': { body: schema },
    'POST /api/v2/playlists': ({ body }) => ({
      status: 201,
      body: { ...playlist, ...Object(body) },
    }),
    'PUT /api/v2/playlists/p1': ({ body }) => ({ body: { ...playlist, ...Object(body) } }),
  });
});
afterEach(() => {
  cleanup();
  network.restore();
});

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const nothing = (): void => undefined;
const panel = (number: number) => screen.getByRole('listitem', { name: `Item ${number}` });
const openPanel = (number: number) =>
  userEvent.click(within(panel(number)).getByRole('button', { expanded: false }));
const saved = () => network.calls('POST /api/v2/playlists')[0]?.body;

async function showForm(edited?: Playlist, onReload?: () => Promise<Playlist>) {
  await show(
    <PlaylistForm
      {...(edited && { playlist: edited })}
      {...(onReload && { onReload })}
      onSaved={nothing}
    />,
  );
  await screen.findByRole('form', { name: 'Playlist' });
}

/** Delays the creation of a playlist until the returned function is called. */
function holdCreation(): () => void {
  let release: () => void = nothing;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const real = globalThis.fetch;
  globalThis.fetch = async (...input) => {
    if (input[1]?.method === 'POST') await held;
    return real(...input);
  };
  return () => release();
}

describe('the form of a playlist', () => {
  it('PLY-008 PLY-009 PLY-010 a new one has a name of two words, is a disabled vod', async () => {
    await showForm();
    expect(field(/^Name/).value).toMatch(/^\w+ \w+ Playlist$/);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Type' }).value).toBe('vod');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Status' }).value).toBe(
      'disabled',
    );
    await waitFor(() => expect(network.calls('GET /api/v2/playlists/schema')).toHaveLength(1));
    await userEvent.click(screen.getByRole('combobox', { name: 'Type' }));
    const types = (await screen.findAllByRole('option', { hidden: true })).map(
      ({ textContent }) => textContent,
    );
    expect(types).toEqual(expect.arrayContaining(['vod', 'vod2live']));
  });

  it('PLY-009 PLY-010 offers the choices of the server, no others', async () => {
    network.restore();
    network = answerCalls({
      'GET /api/v2/playlists/schema': {
        body: { properties: { type: { enum: ['vod'] }, status: { enum: ['disabled'] } } },
      },
    });
    await showForm();
    const choicesOf = async (label: string) => {
      await userEvent.click(screen.getByRole('combobox', { name: label }));
      const list = document.getElementById(
        screen.getByRole('combobox', { name: label }).getAttribute('aria-controls') ?? '',
      );
      return [...(list?.querySelectorAll('[role="option"]') ?? [])].map(
        ({ textContent }) => textContent,
      );
    };
    expect(await choicesOf('Type')).toEqual(['vod']);
    expect(await choicesOf('Status')).toEqual(['disabled']);
  });

  it('PLY-006 PLY-007 the start is of vod2live only, in UTC', async () => {
    await showForm();
    expect(screen.queryByLabelText(/Start date/)).toBeNull();
    cleanup();
    await showForm(playlist);
    expect(field(/^Start date \(UTC\)/).value).toMatch(/^2026-03-01T20:15(:00)?$/);
  });

  it('PLY-011 OP-41 a panel says source, time and duration; a click opens it', async () => {
    await showForm(playlist);
    expect(panel(1).textContent).toContain('url');
    expect(panel(1).textContent).toContain('2026-03-01 20:15:00 UTC');
    expect(panel(2).textContent).toContain('2026-03-01 20:25:00 UTC');
    expect(panel(2).textContent).toContain('1:30');
    await userEvent.click(button('Delete item 1'));
    expect(panel(1).textContent).toContain('2026-03-01 20:15:00 UTC');
    expect(panel(1).textContent).toContain('two.m3u8');
  });

  it('PLY-012 PLY-013 PLY-014 items and cue points begin with their defaults and are saved', async () => {
    await showForm();
    await userEvent.click(button('Add item'));
    const one = within(panel(1));
    expect(one.getByRole<HTMLInputElement>('combobox', { name: 'Source type' }).value).toBe('url');
    expect(one.getByRole<HTMLInputElement>('combobox', { name: 'Splice type' }).value).toBe(
      'seconds',
    );
    expect(field('Duration (sec.)').value).toBe('600');
    fireEvent.change(field(/^URL/), { target: { value: assetUrl } });
    await userEvent.click(button('Add cue point'));
    const table = within(screen.getByRole('table', { name: 'Cue points' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['ID', 'Splice Time', 'Max Duration (sec.)', 'Max Ads', 'Delete'],
    ]);
    await userEvent.click(button('Add cue point'));
    await userEvent.click(button('Delete cue point 1'));
    expect(table.getAllByRole('row')).toHaveLength(2);
    await userEvent.click(button('Save'));
    await waitFor(() => expect(toasts.get().at(-1)?.message).toBe('Your item has been saved!'));
    expect(saved()).toMatchObject({
      ...{ type: 'vod', status: 'disabled', startDate: null },
      contents: [
        {
          ...{ sourceType: 'url', url: assetUrl, spliceType: 'seconds', duration: 600 },
          cuePoints: [{ spliceTime: 0, maxAds: 1, maxDuration: 30 }],
        },
      ],
    });
  });

  it('PLY-012 the keyboard is taken to what was added, and stays near what was deleted', async () => {
    await showForm(playlist);
    const focused = () => document.activeElement;
    const summary = (number: number) =>
      within(panel(number)).getAllByRole('button', { expanded: false })[0];
    await userEvent.click(button('Delete item 1'));
    expect(focused()).toBe(summary(1));
    await userEvent.click(button('Add item'));
    expect(focused()).toBe(within(panel(2)).getByLabelText(/^URL/));
    await userEvent.click(button('Add cue point'));
    expect(focused()).toBe(screen.getByLabelText('Splice Time of cue point 1'));
    await userEvent.click(button('Add cue point'));
    await userEvent.click(button('Delete cue point 2'));
    expect(focused()).toBe(button('Delete cue point 1'));
    await userEvent.click(button('Delete cue point 1'));
    expect(focused()).toBe(button('Add cue point'));
    await userEvent.click(button('Delete item 2'));
    expect(focused()).toBe(summary(1));
    await userEvent.click(button('Delete item 1'));
    expect(focused()).toBe(button('Add item'));
  });

  it('says how long it is and where its cue points are', async () => {
    await showForm(playlist);
    const ruler = screen.getByRole('img', { name: /^2 items in 11:30/ });
    expect(ruler.getAttribute('aria-label')).toContain('cue points at 10:30');
  });

  it('cue points without a filler have no effect, and the form says so', async () => {
    await showForm(playlist);
    expect(screen.getByText(/cue points have no effect without a filler/)).toBeDefined();
    fireEvent.change(field(/^Filler URL/), { target: { value: assetUrl } });
    expect(screen.queryByText(/cue points have no effect/)).toBeNull();
  });

  it('CHE-043 lists invalid fields, opens their panels and sends nothing', async () => {
    await showForm();
    await userEvent.click(button('Add item'));
    await userEvent.click(within(panel(1)).getByRole('button', { expanded: true }));
    await userEvent.click(button('Save'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Invalid fields: contents.0.url: I should be a valid URL!',
    );
    expect(field(/^URL/).getAttribute('aria-invalid')).toBe('true');
    expect(saved()).toBeUndefined();
    expect(document.activeElement).toBe(field(/^URL/));
  });

  it('CHE-043 the name of an invalid field opens its panel and leads into it', async () => {
    network.restore();
    network = answerCalls({
      'GET /api/v2/playlists/schema': { body: schema },
      'PUT /api/v2/playlists/p1': {
        ...{ status: 422 },
        body: {
          ...{ code: 422, message: 'x' },
          details: { errors: { 'contents.1.cuePoints.0.maxAds': 'too many', name: 'taken' } },
        },
      },
    });
    await showForm(playlist);
    await userEvent.type(field(/^Name/), '!');
    await userEvent.click(button('Save'));
    const summary = within(await screen.findByRole('alert'));
    await userEvent.click(summary.getByRole('button', { name: 'contents.1.cuePoints.0.maxAds' }));
    expect(document.activeElement).toBe(within(panel(2)).getByLabelText(/^Max Ads/));
    await userEvent.click(summary.getByRole('button', { name: 'name' }));
    expect(document.activeElement).toBe(field(/^Name/));
  });

  it('CHE-042 CHE-043 shows what the server says of fields, and of the whole', async () => {
    const answers = [
      { status: 422, body: { code: 422, message: 'x', details: { errors: { name: 'taken' } } } },
      { status: 500, body: { code: 500, message: 'no disk' } },
    ];
    network.restore();
    network = answerCalls({
      'GET /api/v2/playlists/schema': { body: schema },
      'POST /api/v2/playlists': () => answers.shift() ?? {},
    });
    await showForm();
    await userEvent.click(button('Save'));
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid fields: name: taken');
    await userEvent.type(field(/^Name/), '!');
    await userEvent.click(button('Save'));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Error while Saving: no disk'),
    );
  });

  it('CHE-040 says Saving while it saves, and sends once', async () => {
    const release = holdCreation();
    await showForm();
    await userEvent.click(button('Save'));
    const saving = await screen.findByRole<HTMLButtonElement>('button', { name: /^Saving/ });
    expect([saving.textContent, saving.disabled]).toEqual(['Saving ... ', true]);
    release();
    await waitFor(() => expect(network.calls('POST /api/v2/playlists')).toHaveLength(1));
  });

  it('two editors: the second sees the conflict and may overwrite or take the other version', async () => {
    network.restore();
    let refused = true;
    network = answerCalls({
      'GET /api/v2/playlists/schema': { body: schema },
      'PUT /api/v2/playlists/p1': ({ body }) =>
        refused
          ? { status: 409, body: { code: 409, errorCode: 'EDIT_CONFLICT', message: 'changed' } }
          : { body: { ...playlist, ...Object(body) } },
    });
    await showForm(playlist, async () => ({
      ...playlist,
      name: 'Theirs',
      updatedAt: '2026-02-02T00:00:00.000Z',
    }));
    await userEvent.type(field(/^Name/), ' mine');
    await userEvent.click(button('Save'));
    await screen.findByText(/Somebody else has changed this playlist/);
    refused = false;
    await userEvent.click(button('Save mine'));
    await waitFor(() => expect(toasts.get().at(-1)?.message).toBe('Your item has been saved!'));
    expect(network.calls('PUT /api/v2/playlists/p1').at(-1)?.body).toMatchObject({
      name: 'Evening mine',
      updatedAt: '2026-02-02T00:00:00.000Z',
    });
  });

  it('CHE-040 what is typed while a new playlist is created stays until it is saved, too', async () => {
    const release = holdCreation();
    const opened: string[] = [];
    await show(<PlaylistForm onSaved={({ id }) => opened.push(id)} />);
    await screen.findByRole('form', { name: 'Playlist' });
    await userEvent.click(button('Save'));
    fireEvent.change(field(/^Name/), { target: { value: 'Late words' } });
    release();
    await screen.findByText('Not saved yet');
    await waitFor(() => expect(toasts.get()).toHaveLength(1));
    expect([opened, field(/^Name/).value]).toEqual([[], 'Late words']);
    await userEvent.click(button('Save'));
    await waitFor(() => expect(opened).toEqual(['p1']));
    expect(network.calls('PUT /api/v2/playlists/p1')[0]?.body).toMatchObject({
      name: 'Late words',
    });
  });

  it('two editors: theirs that cannot be read replaces nothing, and the form says why', async () => {
    network.restore();
    network = answerCalls({
      'GET /api/v2/playlists/schema': { body: schema },
      'PUT /api/v2/playlists/p1': {
        ...{ status: 409, body: { code: 409, errorCode: 'EDIT_CONFLICT', message: 'changed' } },
      },
    });
    await showForm(playlist, () => Promise.reject(new Error('no network')));
    await userEvent.type(field(/^Name/), ' mine');
    await userEvent.click(button('Save'));
    await userEvent.click(await screen.findByRole('button', { name: 'Take theirs' }));
    expect((await screen.findByText(/^Error while Saving: no network/)).textContent).toBeTruthy();
    expect(field(/^Name/).value).toBe('Evening mine');
  });

  it('PLY-012 a placeholder has no address of its own', async () => {
    await showForm({
      ...playlist,
      type: 'vod',
      contents: [
        { sourceType: 'placeholder', url: '', spliceType: 'percent', duration: 60, cuePoints: [] },
      ],
    });
    await openPanel(1);
    expect(screen.queryByLabelText(/^URL/)).toBeNull();
    expect(screen.getByText(/Filled from \?content=/)).toBeDefined();
  });
});

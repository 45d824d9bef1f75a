import type { SavedView } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../app/session.ts';
import { TitleBar } from '../../../app/shell/title-bar.tsx';
import { ReportsPage } from '../../../features/reports/reports-page.tsx';
import { answerCalls } from '../../../testing/answers.suite.ts';
import { drawnTexts } from '../../../testing/canvas.suite.ts';
import {
  definition,
  lineData,
  reportAnswers,
  savedChoices,
  sent,
  withoutWatcher,
} from '../../../testing/reports.suite.ts';
import { show, testSession } from '../../../testing/show.suite.tsx';
import { DialogHost } from '../../confirm/dialog-host.tsx';
import { toasts } from '../../toast/toast.ts';

const state = { period: 'Last month', compare: 'off', channels: 'all', marks: 'all' };
const views: SavedView[] = [
  {
    ...{ id: 'v1', name: 'Board', scope: 'company', createdBy: 'a@example.org' },
    ...{ state: { ...state, 'timing.s1/ad-views': '30d' }, updatedAt: '2026-11-01T00:00:00.000Z' },
  },
  {
    ...{ id: 'v2', name: 'Today', scope: 'own', createdBy: 'jane@example.org' },
    ...{ state: { ...state, period: 'Today' }, updatedAt: '2026-11-01T00:00:00.000Z' },
  },
];
const create = 'POST /api/v2/saved-views';

let network = answerCalls({});
let canvas = drawnTexts();
let watch = withoutWatcher();
beforeEach(() => {
  canvas = drawnTexts();
  watch = withoutWatcher();
});
afterEach(async () => {
  cleanup();
  await sent();
  network.restore();
  canvas.restore();
  watch();
});

async function open(path: string, role: Session['user']['role'] = 'Editor') {
  network.restore();
  const added: SavedView[] = [];
  const add = (body: unknown) => {
    const view = { ...views[1], id: 'v3', ...Object(body) };
    added.push(view);
    return view;
  };
  network = answerCalls(
    reportAnswers([definition('ad-views')], savedChoices(), {
      'GET /api/v2/systems/s1/reports/ad-views': { body: lineData() },
      'GET /api/v2/saved-views': () => ({ body: [...views, ...added] }),
      [create]: ({ body }) => ({ body: add(body) }),
      'PATCH /api/v2/saved-views/v1': ({ body }) => ({ body: { ...views[0], ...Object(body) } }),
      'DELETE /api/v2/saved-views/v1': {},
      'DELETE /api/v2/saved-views/v2': {},
    }),
  );
  const page = (
    <>
      <TitleBar productName="Interlude">
        <ReportsPage />
      </TitleBar>
      <DialogHost />
    </>
  );
  const session = { user: { ...testSession.user, role } };
  const shown = await show(page, session, path);
  await screen.findByText('Channel reports');
  return shown;
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }));
const popup = async () => within(await screen.findByRole('dialog', { name: 'Saved views' }));

describe('saved views', () => {
  it('opens one: its periods stand in the address, its cards are as they were saved', async () => {
    const { router } = await open('/app/reports');
    await press('Views');
    await userEvent.click(await (await popup()).findByRole('button', { name: 'Board' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ ...state, saved: 'v1' }));
    const timing = await screen.findByDisplayValue(/30 days/i);
    expect(timing.tagName).toBe('SELECT');
    expect(await screen.findByRole('button', { name: 'Board' })).toBeDefined();
  });

  it('a link to a view shows it with all of its state, and says when there is none', async () => {
    await open('/app/reports?saved=v1');
    expect(await screen.findByRole('button', { name: 'Board' })).toBeDefined();
    expect(await screen.findByDisplayValue(/30 days/i)).toBeDefined();
    cleanup();
    const { router } = await open('/app/reports?saved=gone');
    await waitFor(() =>
      expect(toasts.get().map(({ message }) => message)).toEqual([
        'The view of this link does not exist any more.',
      ]),
    );
    await waitFor(() => expect(Object(router.state.location.search).saved).toBeUndefined());
  });

  it('saves the page under a name, for the person or for the company', async () => {
    const { router } = await open('/app/reports?period=Today&compare=off&channels=a');
    await press('Views');
    const inside = await popup();
    await userEvent.type(inside.getByLabelText('Name'), 'Mine');
    await userEvent.click(inside.getByLabelText('Company'));
    await userEvent.click(inside.getByRole('button', { name: 'Save' }));
    const [sentView] = network.calls(create);
    expect(sentView?.body).toEqual({
      ...{ name: 'Mine', scope: 'company' },
      state: { period: 'Today', compare: 'off', channels: 'a', marks: 'all' },
    });
    await waitFor(() => expect(Object(router.state.location.search).saved).toBe('v3'));
  });

  it('says when the open view was changed, and saves the change under it', async () => {
    await open('/app/reports?saved=v1&period=Today');
    await press('Board, changed');
    await userEvent.click(await (await popup()).findByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(network.calls('PATCH /api/v2/saved-views/v1').map(({ body }) => body)).toEqual([
        { state: { ...views[0]?.state, period: 'Today' } },
      ]),
    );
  });

  it('renames one in its place', async () => {
    await open('/app/reports');
    await press('Views');
    const inside = await popup();
    await userEvent.click(await inside.findByRole('button', { name: 'Rename Board' }));
    const field = inside.getByLabelText('New name');
    await userEvent.clear(field);
    await userEvent.type(field, 'Directors{Enter}');
    await waitFor(() =>
      expect(network.calls('PATCH /api/v2/saved-views/v1')[0]?.body).toEqual({ name: 'Directors' }),
    );
  });

  it('removes an own one with undo, one of the company after a question', async () => {
    await open('/app/reports');
    await press('Views');
    const inside = await popup();
    await userEvent.click(await inside.findByRole('button', { name: 'Remove Today' }));
    await waitFor(() => expect(toasts.get()[0]?.message).toBe('The view Today was removed.'));
    toasts.get()[0]?.action?.run();
    await waitFor(() =>
      expect(network.calls(create)[0]?.body).toEqual({
        ...{ name: 'Today', scope: 'own', state: views[1]?.state },
      }),
    );
    await press('Views');
    await userEvent.click(await (await popup()).findByRole('button', { name: 'Remove Board' }));
    const question = await screen.findByRole('alertdialog', { hidden: true });
    expect(network.calls('DELETE /api/v2/saved-views/v1')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Remove', hidden: true }));
    await waitFor(() => expect(network.calls('DELETE /api/v2/saved-views/v1')).toHaveLength(1));
  });

  it('those of the company are read-only to a Viewer', async () => {
    await open('/app/reports', 'Viewer');
    await press('Views');
    const inside = await popup();
    expect(await inside.findByRole('button', { name: 'Board' })).toBeDefined();
    expect(inside.queryByRole('button', { name: 'Remove Board' })).toBeNull();
    expect(inside.getByRole('button', { name: 'Remove Today' })).toBeDefined();
    expect(inside.queryByLabelText('Company')).toBeNull();
  });
});

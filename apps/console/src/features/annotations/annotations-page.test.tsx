import type { Annotation } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { TitleBar } from '../../app/shell/title-bar.tsx';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show, testSession } from '../../testing/show.suite.tsx';
import { AnnotationsPage } from './annotations-page.tsx';
import { isoOfLocal, localText } from './note-dialog.tsx';

const note: Annotation = {
  ...{ id: 'n1', kind: 'mark', at: '2026-11-20T10:00:00.000Z', endsAt: null, isOpen: false },
  ...{ text: 'Deploy 1.2.3', channelIds: ['c1'], createdBy: 'CI' },
};
const create = 'POST /api/v2/annotations';

let network: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  cleanup();
  network?.restore();
  network = undefined;
});

const page = (notes: readonly Annotation[], role: 'Editor' | 'Viewer' = 'Editor', hash = '') => {
  network = answerCalls({
    'GET /api/v2/annotations': { body: notes },
    'GET /api/v2/channels': { body: [] },
    [create]: ({ body }) => ({ body: { ...note, ...Object(body) } }),
    'DELETE /api/v2/annotations/n1': {},
  });
  const element = (
    <TitleBar productName="Interlude">
      <AnnotationsPage />
    </TitleBar>
  );
  return show(element, { user: { ...testSession.user, role } }, `/app${hash}`);
};

describe('notes on charts', () => {
  it('are listed with their channel and author, and removed with undo', async () => {
    await page([note]);
    const table = await screen.findByRole('table', { name: 'Notes' });
    expect(table.textContent).toContain('Deploy 1.2.3c1CI');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Deploy 1.2.3' }));
    await waitFor(() => expect(toasts.get()[0]?.message).toBe('The note was removed.'));
    toasts.get()[0]?.action?.run();
    await waitFor(() =>
      expect(network?.calls(create)[0]?.body).toEqual({
        ...{ text: 'Deploy 1.2.3', at: note.at, endsAt: null, channelId: 'c1' },
      }),
    );
  });

  it('one is added at a time of the own zone, and closes the form', async () => {
    const { router } = await page([], 'Editor', '#note');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a note' }));
    await userEvent.type(dialog.getByLabelText('Text'), 'Price change');
    const at = dialog.getByLabelText<HTMLInputElement>('When').value;
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(network?.calls(create).map(({ body }) => body)).toEqual([
        { text: 'Price change', at: isoOfLocal(at), endsAt: null, channelId: null },
      ]),
    );
    await waitFor(() => expect(router.state.location.hash).toBe(''));
  });

  it('are read-only to a Viewer', async () => {
    await page([note], 'Viewer', '#note');
    expect(await screen.findByRole('table', { name: 'Notes' })).toBeDefined();
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a time of the browser and back is the same minute', () => {
    const ms = Date.parse('2026-07-01T10:20:00.000Z');
    expect(isoOfLocal(localText(ms))).toBe('2026-07-01T10:20:00.000Z');
    expect(isoOfLocal('soon')).toBeUndefined();
  });
});

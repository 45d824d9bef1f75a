import { secretPlaceholder } from '@interlude/contract';
import { ApiError } from '@interlude/contract/api';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { toasts } from '../../components/toast/toast.ts';
import { show } from '../../testing/show.suite.tsx';
import {
  answer,
  bitmovin,
  button,
  environment,
  field,
  forget,
  showForm,
} from '../../testing/systems.suite.tsx';
import { systemColumns } from './system-columns.tsx';
import { SystemListPage, SystemRowActions } from './system-list-page.tsx';
import { LoadFailure, SystemPage } from './system-page.tsx';

afterEach(forget);

describe('the system list', () => {
  it('SYS-001 has the columns ID, Name, Created at', () => {
    expect(systemColumns.map(({ header }) => header)).toEqual(['ID', 'Name', 'Created at']);
  });

  it('SYS-001 LIST-003 OP-84 shows systems, edit and delete of each, and Add System', async () => {
    answer({ 'GET /api/v2/systems': { body: [bitmovin], total: 1 } });
    await show(<SystemListPage />);
    expect(await screen.findByRole('link', { name: 'Cloud' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Edit Cloud' })).toBeDefined();
    expect(button('Delete Cloud')).toBeDefined();
    expect(environment.network.requested[0]?.url.search).toBe('?limit=10&offset=0&sort=-createdAt');
  });

  it('LIST-010 LIST-011 an empty list and a broken one say so', async () => {
    answer({ 'GET /api/v2/systems': { body: [], total: 0 } });
    await show(<SystemListPage />);
    expect(await screen.findByText('no data found')).toBeDefined();
    expect(screen.getAllByText('Add System').length).toBeGreaterThan(0);
    cleanup();
    environment.network.restore();
    answer({ 'GET /api/v2/systems': { status: 500, body: { message: 'down' } } });
    await show(<SystemListPage />);
    expect(await screen.findByText('Error while fetching data: down')).toBeDefined();
  });

  it('a built-in system has no delete', async () => {
    const removed: string[] = [];
    await show(
      <SystemRowActions
        system={{ id: 's2', name: 'Local', builtIn: true }}
        onDelete={() => removed.push('s2')}
      />,
    );
    await userEvent.click(button('Delete Local'));
    expect(removed).toEqual([]);
  });

  it('LIST-007 SYS-013 deleting asks first; medias made by the system are counted', async () => {
    answer(
      {
        'GET /api/v2/systems': { body: [bitmovin], total: 1 },
        'DELETE /api/v2/systems/s1': { status: 204 },
      },
      3,
    );
    await show(
      <>
        <SystemListPage />
        <DialogHost />
      </>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Cloud' }));
    const dialog = await screen.findByRole('alertdialog', { hidden: true });
    expect(dialog.textContent).toContain(
      'You have 3 medias created with this system, it could be that by deleting it you can no longer be able to delete them from the cloud storage.',
    );
    expect(environment.network.calls('DELETE /api/v2/systems/s1')).toEqual([]);
    await userEvent.click(within(dialog).getByText('Ok'));
    await waitFor(() => expect(toasts.get().at(-1)?.message).toBe('Your item has been deleted.'));
    expect(
      environment.network.calls('GET /api/v2/medias')[0]?.url.searchParams.get('createdBySystemId'),
    ).toBe('s1');
  });

  it('LIST-009 a refused delete says why', async () => {
    answer({
      'GET /api/v2/systems': { body: [bitmovin], total: 1 },
      'DELETE /api/v2/systems/s1': { status: 409, body: { code: 409, message: 'in use' } },
    });
    await show(
      <>
        <SystemListPage />
        <DialogHost />
      </>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Cloud' }));
    const dialog = await screen.findByRole('alertdialog', { hidden: true });
    expect(dialog.textContent).toContain('You will not be able to recover this item!');
    await userEvent.click(within(dialog).getByText('Ok'));
    await waitFor(() => expect(toasts.get().at(-1)?.message).toBe('Error while deleting: in use'));
  });
});

describe('Check Bitmovin', () => {
  const check = () => button('Check Bitmovin');

  it('SYS-007 is disabled by any edit and enabled by a successful save', async () => {
    answer();
    await showForm();
    await userEvent.type(field('Organization ID'), '1');
    expect(check().disabled).toBe(true);
    await userEvent.click(button('Save'));
    await waitFor(() => expect(check().disabled).toBe(false));
    await userEvent.type(field(/^Name/), 'x');
    expect(check().disabled).toBe(true);
  });

  it('SYS-007 a system that was never saved cannot be checked', async () => {
    answer();
    await showForm('new');
    expect(check().disabled).toBe(true);
  });

  it('SYS-008 OP-82 sends id, apiKey, organizationId; SUCCESS is a success', async () => {
    answer({
      'POST /api/v2/systems/checkBitmovin': { body: { status: 'SUCCESS', message: 'Fine.' } },
    });
    await showForm();
    await userEvent.click(check());
    await waitFor(() =>
      expect(toasts.get().at(-1)).toMatchObject({ kind: 'success', message: 'Fine.' }),
    );
    const [requested] = environment.network.calls('POST /api/v2/systems/checkBitmovin');
    expect(requested?.url.search).toBe('');
    expect(requested?.body).toEqual({
      id: 's1',
      apiKey: secretPlaceholder,
      organizationId: 'org',
    });
  });

  it('SYS-008 any other status is an error with its message', async () => {
    answer({
      'POST /api/v2/systems/checkBitmovin': { body: { status: 'ERROR', message: 'Unauthorized' } },
    });
    await showForm();
    await userEvent.click(check());
    await waitFor(() =>
      expect(toasts.get().at(-1)).toMatchObject({ kind: 'error', message: 'Unauthorized' }),
    );
    expect(screen.getByText('Unauthorized').className).toContain('bad');
  });

  it('SYS-007 is there for bitmovin only', async () => {
    answer();
    await showForm({ ...bitmovin, type: 'azure', category: 'storage', settings: {} });
    expect(screen.queryByRole('button', { name: 'Check Bitmovin' })).toBeNull();
  });
});

describe('a system that cannot be shown', () => {
  it.each([
    ['SYS-011', 404, 'System not found'],
    ['SYS-011 OP-86', 500, 'Error while Loading. down'],
  ])('%s a load that fails with %i says so', async (_row, status, message) => {
    const error = new ApiError(status, '', JSON.stringify({ code: status, message: 'down' }));
    await show(<LoadFailure error={error} onRetry={() => undefined} />);
    expect(screen.getByText(message)).toBeDefined();
  });

  it('a schema that cannot be read shows an error and can be requested again', async () => {
    answer({ 'GET /api/v2/systems/schema': { status: 500, body: { message: 'down' } } });
    await show(<SystemPage />);
    expect(await screen.findByText('Error while Loading. down')).toBeDefined();
    await userEvent.click(button('Save'));
    expect(environment.network.calls('POST /api/v2/systems')).toEqual([]);
    const before = environment.network.calls('GET /api/v2/systems/schema').length;
    await userEvent.click(button('Retry'));
    expect(environment.network.calls('GET /api/v2/systems/schema').length).toBe(before + 1);
  });
});

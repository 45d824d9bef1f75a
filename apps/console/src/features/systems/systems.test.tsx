// @vitest-environment happy-dom
import { ApiError, type System, secretPlaceholder, systemTypes } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { questions } from '../../components/confirm/dialogs.ts';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import { systemColumns } from './system-columns.tsx';
import { SystemForm } from './system-form.tsx';
import { SystemListPage, SystemRowActions } from './system-list-page.tsx';
import { LoadFailure, SystemPage } from './system-page.tsx';

let network = answerCalls({});
afterEach(() => {
  cleanup();
  toasts.set([]);
  questions.set([]);
  network.restore();
});

const bitmovin: System = {
  id: 's1',
  name: 'Cloud',
  type: 'bitmovin',
  category: 'encoder',
  builtIn: false,
  settings: { apiKey: secretPlaceholder, organizationId: 'org' },
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    type: { enum: Object.keys(systemTypes) },
    category: { enum: ['ssai', 'encoder', 'storage'] },
  },
};
const settingSchemas: Readonly<Record<string, unknown>> = {
  bitmovin: {
    type: 'object',
    required: ['apiKey'],
    properties: {
      apiKey: { type: 'string', title: 'API key', writeOnly: true },
      organizationId: { type: 'string', title: 'Organization ID' },
      baseUrl: { type: 'string', format: 'uri', title: 'API address' },
    },
  },
  azure: {
    type: 'object',
    required: ['accountName', 'container'],
    properties: {
      accountName: { type: 'string', title: 'Account name' },
      storageKey: { type: 'string', title: 'Storage key', format: 'password' },
      activeDirectoryClientSecret: {
        type: 'string',
        title: 'Active directory client secret',
        writeOnly: true,
      },
    },
  },
};

type Answers = Parameters<typeof answerCalls>[0];
function answer(more: Answers = {}, medias = 0) {
  network = answerCalls({
    'GET /api/v2/systems/schema': ({ url }) => {
      const item = url.searchParams.get('item');
      return { body: item === null ? schema : (settingSchemas[item] ?? { properties: {} }) };
    },
    'GET /api/v2/medias': { body: [], total: medias },
    'PUT /api/v2/systems/s1': { body: { ...bitmovin, updatedAt: '2026-01-03T00:00:00.000Z' } },
    ...more,
  });
}

const nothing = (): void => undefined;
async function showForm(system: System | 'new' = bitmovin, onSaved: () => void = nothing) {
  const shown = await show(
    <>
      <SystemForm {...(system !== 'new' && { system })} onSaved={onSaved} />
      <DialogHost />
    </>,
  );
  await waitFor(() => expect(screen.queryByLabelText('Loading the settings')).toBeNull());
  return shown;
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

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
    expect(network.asked[0]?.url.search).toBe('?limit=10&offset=0&sort=-createdAt');
  });

  it('LIST-010 LIST-011 an empty list and a broken one say so', async () => {
    answer({ 'GET /api/v2/systems': { body: [], total: 0 } });
    await show(<SystemListPage />);
    expect(await screen.findByText('no data found')).toBeDefined();
    expect(screen.getAllByText('Add System').length).toBeGreaterThan(0);
    cleanup();
    network.restore();
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
    expect(network.calls('DELETE /api/v2/systems/s1')).toEqual([]);
    await userEvent.click(within(dialog).getByText('Ok'));
    await waitFor(() => expect(toasts.get().at(-1)?.message).toBe('Your item has been deleted.'));
    expect(network.calls('GET /api/v2/medias')[0]?.url.searchParams.get('createdBySystemId')).toBe(
      's1',
    );
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

describe('the system form', () => {
  it('SYS-002 SYS-005 has Name, System type, Category and the settings of bitmovin', async () => {
    answer();
    await showForm();
    expect(field(/^Name/).value).toBe('Cloud');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'System type' }).value).toBe(
      'Bitmovin',
    );
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Category' }).value).toContain(
      'encoder',
    );
    expect(field(/^API key/)).toBeDefined();
    expect(field('Organization ID').value).toBe('org');
    expect(button('Save')).toBeDefined();
  });

  it('SYS-003 SYS-004 the choices come from the schema, the fields from that of the type', async () => {
    answer();
    await showForm('new');
    await userEvent.click(screen.getByRole('combobox', { name: 'System type' }));
    const options = await screen.findAllByRole('option', { hidden: true });
    const labels = options.map((option) => option.textContent);
    expect(labels).toEqual(expect.arrayContaining(['Azure Blob', 'S3', 'CDN', 'SSAI cluster']));
    expect(labels).not.toContain('FFmpeg');
    await userEvent.click(
      options.find(({ textContent }) => textContent === 'Azure Blob') as HTMLElement,
    );
    expect(await screen.findByLabelText(/^Account name/)).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Category' }).value).toContain(
      'storage',
    );
    expect(screen.queryByLabelText(/^API key/)).toBeNull();
  });

  it('SYS-006 OP-30 secrets are masked, and it is said which are set', async () => {
    answer();
    const azure: System = {
      ...bitmovin,
      type: 'azure',
      category: 'storage',
      settings: { accountName: 'acme', container: 'ads', storageKey: secretPlaceholder },
    };
    await showForm(azure);
    const key = field(/^Storage key/);
    const clientSecret = field(/^Active directory client secret/);
    expect([key.type, clientSecret.type]).toEqual(['password', 'password']);
    expect(key.value).toBe('');
    expect(screen.getByText('Set. Type to replace it.')).toBeDefined();
    expect(screen.getByText('Not set.')).toBeDefined();
  });

  it('OP-30 an untouched secret is sent back as the placeholder, a typed one as typed', async () => {
    answer();
    await showForm();
    await userEvent.type(field(/^Name/), ' 2');
    await userEvent.click(button('Save'));
    await waitFor(() => expect(network.calls('PUT /api/v2/systems/s1')).toHaveLength(1));
    expect(network.calls('PUT /api/v2/systems/s1')[0]?.body).toMatchObject({
      name: 'Cloud 2',
      settings: { apiKey: secretPlaceholder, organizationId: 'org' },
      updatedAt: bitmovin.updatedAt,
    });
    await userEvent.type(field(/^API key/), 'new-key');
    await userEvent.click(button('Save'));
    await waitFor(() => expect(network.calls('PUT /api/v2/systems/s1')).toHaveLength(2));
    expect(network.calls('PUT /api/v2/systems/s1')[1]?.body).toMatchObject({
      settings: { apiKey: 'new-key' },
    });
  });

  it('OP-30 a secret that is emptied again stays; a removed one is gone', async () => {
    answer();
    const azure: System = {
      ...bitmovin,
      type: 'azure',
      category: 'storage',
      settings: { accountName: 'acme', container: 'ads', storageKey: secretPlaceholder },
    };
    await showForm(azure);
    const key = field(/^Storage key/);
    await userEvent.type(key, 'x');
    expect(screen.getByText('Will be replaced when you save.')).toBeDefined();
    await userEvent.clear(key);
    expect(screen.getByText('Set. Type to replace it.')).toBeDefined();
    await userEvent.click(button('Remove'));
    expect(screen.getByText('Will be removed when you save.')).toBeDefined();
    await userEvent.click(button('Keep'));
    expect(screen.getByText('Set. Type to replace it.')).toBeDefined();
  });

  it("SYS-009 says 'System Saved'", async () => {
    answer();
    await showForm();
    await userEvent.type(field('Organization ID'), '1');
    await userEvent.click(button('Save'));
    await waitFor(() =>
      expect(toasts.get().at(-1)).toMatchObject({ kind: 'success', message: 'System Saved' }),
    );
    expect(questions.get()).toEqual([]);
  });

  it("SYS-010 OP-32 says 'Error while Saving: {message}' and marks the fields it is about", async () => {
    answer({
      'PUT /api/v2/systems/s1': {
        status: 422,
        body: {
          code: 422,
          message: 'Invalid fields: settings.apiKey',
          errorCode: 'INVALID_FIELDS',
          details: { errors: { 'settings.apiKey': 'Enter the value again.' } },
        },
      },
    });
    await showForm();
    await userEvent.type(field('Organization ID'), '1');
    await userEvent.click(button('Save'));
    expect(
      await screen.findByText('Error while Saving: Invalid fields: settings.apiKey'),
    ).toBeDefined();
    expect(screen.getByText('Enter the value again.')).toBeDefined();
    expect(field('Organization ID').value).toBe('org1');
  });

  it('SYS-010 what is missing or wrong is said under its field, and nothing is sent', async () => {
    answer();
    await showForm('new');
    await userEvent.type(field('API address'), 'nonsense');
    await userEvent.click(button('Save'));
    expect(screen.getAllByText('I should not be empty!')).toHaveLength(2);
    expect(screen.getByText('I should be a valid URL!')).toBeDefined();
    expect(network.calls('POST /api/v2/systems')).toEqual([]);
  });

  it('SYS-012 a save of a system with medias asks, and Cancel sends nothing', async () => {
    answer({}, 2);
    await showForm();
    await userEvent.type(field('Organization ID'), '1');
    await userEvent.click(button('Save'));
    const dialog = await screen.findByRole('alertdialog', { hidden: true });
    expect(dialog.textContent).toContain(
      "You have 2 medias created with this system, it could be that by changing it's properties you can no longer be able to delete them from the cloud storage.",
    );
    await userEvent.click(within(dialog).getByText('Cancel'));
    expect(network.calls('PUT /api/v2/systems/s1')).toEqual([]);
    await waitFor(() => expect(button('Save').disabled).toBe(false));
    await userEvent.click(button('Save'));
    const again = await screen.findByRole('alertdialog', { hidden: true });
    await userEvent.click(within(again).getByText('Save changes'));
    await waitFor(() => expect(network.calls('PUT /api/v2/systems/s1')).toHaveLength(1));
  });

  it('somebody else changed it: mine is kept until I choose', async () => {
    answer({
      'PUT /api/v2/systems/s1': {
        status: 409,
        body: { code: 409, message: 'changed', errorCode: 'EDIT_CONFLICT' },
      },
    });
    await showForm();
    await userEvent.type(field('Organization ID'), '1');
    await userEvent.click(button('Save'));
    expect(await screen.findByText(/Somebody else has changed this system/)).toBeDefined();
    expect(field('Organization ID').value).toBe('org1');
  });

  it('LIST-016 a new system is created, and its page opened', async () => {
    const opened: string[] = [];
    answer({ 'POST /api/v2/systems': { status: 201, body: bitmovin } });
    await showForm('new', () => opened.push('s1'));
    await userEvent.type(field(/^Name/), 'Cloud');
    await userEvent.type(field(/^API key/), 'k');
    await userEvent.click(button('Save'));
    await waitFor(() => expect(opened).toEqual(['s1']));
    expect(network.calls('POST /api/v2/systems')[0]?.body).toMatchObject({
      name: 'Cloud',
      type: 'bitmovin',
      category: 'encoder',
      settings: { apiKey: 'k' },
    });
    expect(network.calls('GET /api/v2/medias')).toEqual([]);
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
      'GET /api/v2/systems/checkBitmovin': { body: { status: 'SUCCESS', message: 'Fine.' } },
    });
    await showForm();
    await userEvent.click(check());
    await waitFor(() =>
      expect(toasts.get().at(-1)).toMatchObject({ kind: 'success', message: 'Fine.' }),
    );
    const [asked] = network.calls('GET /api/v2/systems/checkBitmovin');
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({
      id: 's1',
      apiKey: secretPlaceholder,
      organizationId: 'org',
    });
  });

  it('SYS-008 any other status is an error with its message', async () => {
    answer({
      'GET /api/v2/systems/checkBitmovin': { body: { status: 'ERROR', message: 'Unauthorized' } },
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
    await show(<LoadFailure error={error} onRetry={nothing} />);
    expect(screen.getByText(message)).toBeDefined();
  });

  it('a schema that cannot be read says so and can be asked for again', async () => {
    answer({ 'GET /api/v2/systems/schema': { status: 500, body: { message: 'down' } } });
    await show(<SystemPage />);
    expect(await screen.findByText('Error while Loading. down')).toBeDefined();
    await userEvent.click(button('Save'));
    expect(network.calls('POST /api/v2/systems')).toEqual([]);
    const before = network.calls('GET /api/v2/systems/schema').length;
    await userEvent.click(button('Retry'));
    expect(network.calls('GET /api/v2/systems/schema').length).toBe(before + 1);
  });
});

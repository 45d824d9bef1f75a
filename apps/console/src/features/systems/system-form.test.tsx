import { type System, secretPlaceholder } from '@interlude/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { questions } from '../../components/confirm/dialogs.ts';
import { toasts } from '../../components/toast/toast.ts';
import {
  answer,
  bitmovin,
  button,
  environment,
  field,
  forget,
  schemaOf,
  showForm,
} from '../../testing/systems.suite.tsx';

afterEach(forget);

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
    await waitFor(() =>
      expect(environment.network.calls('PUT /api/v2/systems/s1')).toHaveLength(1),
    );
    expect(environment.network.calls('PUT /api/v2/systems/s1')[0]?.body).toMatchObject({
      name: 'Cloud 2',
      settings: { apiKey: secretPlaceholder, organizationId: 'org' },
      updatedAt: bitmovin.updatedAt,
    });
    await userEvent.type(field(/^API key/), 'new-key');
    await userEvent.click(button('Save'));
    await waitFor(() =>
      expect(environment.network.calls('PUT /api/v2/systems/s1')).toHaveLength(2),
    );
    expect(environment.network.calls('PUT /api/v2/systems/s1')[1]?.body).toMatchObject({
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
    expect(environment.network.calls('POST /api/v2/systems')).toEqual([]);
  });

  it('SYS-010 a save while the settings of the type load waits for them', async () => {
    const loaded = Promise.withResolvers<void>();
    answer({
      'GET /api/v2/systems/schema': async ({ url }) => {
        const item = url.searchParams.get('item');
        if (item === 'azure') await loaded.promise;
        return { body: schemaOf(item) };
      },
    });
    await showForm('new');
    await userEvent.click(screen.getByRole('combobox', { name: 'System type' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Azure Blob', hidden: true }));
    await userEvent.type(field(/^Name/), 'Archive');
    await userEvent.click(button('Save'));
    expect(button('Saving ...').disabled).toBe(true);
    loaded.resolve();
    expect(await screen.findAllByText('I should not be empty!')).toHaveLength(2);
    expect(button('Save').disabled).toBe(false);
    expect(environment.network.calls('POST /api/v2/systems')).toEqual([]);
  });

  it('SYS-010 a save that waits is dropped when another type is chosen', async () => {
    const never = Promise.withResolvers<void>();
    answer({
      'GET /api/v2/systems/schema': async ({ url }) => {
        const item = url.searchParams.get('item');
        if (item === 'azure') await never.promise;
        return { body: schemaOf(item) };
      },
    });
    await showForm('new');
    const choose = async (name: string) => {
      await userEvent.click(screen.getByRole('combobox', { name: 'System type' }));
      await userEvent.click(await screen.findByRole('option', { name, hidden: true }));
    };
    await choose('Azure Blob');
    await userEvent.type(field(/^Name/), 'Edge');
    await userEvent.click(button('Save'));
    await choose('CDN');
    await waitFor(() => expect(button('Save').disabled).toBe(false));
    expect(environment.network.calls('POST /api/v2/systems')).toEqual([]);
    never.resolve();
  });

  it('SYS-010 a save is dropped when the settings of the type cannot be loaded', async () => {
    answer({
      'GET /api/v2/systems/schema': ({ url }) => {
        const item = url.searchParams.get('item');
        return item === 'azure'
          ? { status: 400, body: { message: 'unreadable' } }
          : { body: schemaOf(item) };
      },
    });
    await showForm('new');
    await userEvent.click(screen.getByRole('combobox', { name: 'System type' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Azure Blob', hidden: true }));
    await userEvent.click(button('Save'));
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
    await waitFor(() => expect(button('Save').disabled).toBe(false));
    expect(environment.network.calls('POST /api/v2/systems')).toEqual([]);
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
    expect(environment.network.calls('PUT /api/v2/systems/s1')).toEqual([]);
    await waitFor(() => expect(button('Save').disabled).toBe(false));
    await userEvent.click(button('Save'));
    const again = await screen.findByRole('alertdialog', { hidden: true });
    await userEvent.click(within(again).getByText('Save changes'));
    await waitFor(() =>
      expect(environment.network.calls('PUT /api/v2/systems/s1')).toHaveLength(1),
    );
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
    expect(environment.network.calls('POST /api/v2/systems')[0]?.body).toMatchObject({
      name: 'Cloud',
      type: 'bitmovin',
      category: 'encoder',
      settings: { apiKey: 'k' },
    });
    expect(environment.network.calls('GET /api/v2/medias')).toEqual([]);
  });
});

import type { Title } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { TitleBar } from '../../app/shell/title-bar.tsx';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls, type Requested } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { titleColumns } from './title-columns.tsx';
import { TitleListPage } from './title-list-page.tsx';
import { TitlePage } from './title-page.tsx';
import { titleProblems, titleTypeChoices, titleTypeOf, titleValues } from './title-values.ts';

const title: Title = {
  id: 't-1',
  name: 'Harbour nights',
  type: 'movie',
  state: 'delivered',
  studio: 'Nord',
  deliverer: '',
  synopsis: '',
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
};
const path = '/api/v2/titles/t-1';

let network = answerCalls({});
afterEach(() => {
  network.restore();
  cleanup();
});

type Answers = Parameters<typeof answerCalls>[0];
async function open(id: string, answers: Answers): Promise<Requested[]> {
  network = answerCalls(answers);
  const page = (
    <TitleBar productName="Interlude">
      <TitlePage />
      <DialogHost />
    </TitleBar>
  );
  await show(page, {}, `/app/assets/${id}`, '/app/assets/$assetId');
  return network.requested;
}
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const toasted = () => toasts.get().map(({ message }) => message);

describe('the asset list', () => {
  it('AST-001 has the columns Name, Type, State, ID, Created at', () => {
    const headers = titleColumns.map(({ header }) => header);
    expect(headers).toEqual(['Name', 'Type', 'State', 'ID', 'Created at']);
  });

  it('AST-001 OP-84 lists assets with Add Asset, edit and delete, and asks for a type', async () => {
    network = answerCalls({ 'GET /api/v2/titles': { body: [title], total: 1 } });
    const page = (
      <TitleBar productName="Interlude">
        <TitleListPage />
      </TitleBar>
    );
    await show(page, {}, '/app/assets#type=movie');
    const link = await screen.findByRole('link', { name: 'Harbour nights' });
    expect(link.getAttribute('href')).toBe('/app/assets/t-1');
    expect(screen.getByRole('link', { name: 'Add Asset' }).getAttribute('href')).toBe(
      '/app/assets/new',
    );
    expect(screen.getByRole('link', { name: 'Edit Harbour nights' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Delete Harbour nights' })).toBeDefined();
    expect(network.requested[0]?.url.searchParams.get('type')).toBe('movie');
  });
});

describe('the page of an asset', () => {
  it('AST-002 AST-003 AST-004 has its id as subtitle and three tabs with addresses', async () => {
    await open('t-1', { [`GET ${path}`]: { body: title } });
    const tabs = await screen.findByRole('navigation', { name: 'Asset' });
    const links = within(tabs)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Metadata', '/app/assets/t-1'],
      ['Medias', '/app/assets/t-1/medias'],
      ['Jobs', '/app/assets/t-1/jobs'],
    ]);
    expect(screen.getByText('t-1').title).toBe('t-1');
  });

  it('AST-005 AST-006 asks nobody without a name and a type', async () => {
    const requested = await open('new', {});
    await userEvent.type(await field('Studio'), 'x');
    await save();
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts).toEqual(['I should not be empty!', 'I should not be empty!']);
    expect(requested).toEqual([]);
    await userEvent.type(await field(/^Name/), 'N');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('AST-006 has the seven types', () => {
    expect(titleTypeChoices).toEqual([
      'movie',
      'episode',
      'season',
      'series',
      'ad',
      'catchup',
      'ad-slate',
    ]);
    expect(['ad', 'asset', null, 'toString'].map(titleTypeOf)).toEqual(['ad', '', '', '']);
    expect(titleProblems({ ...titleValues(title), name: '  ' })).toEqual({
      name: 'I should not be empty!',
    });
  });

  it('AST-007 AST-008 has a read-only state, and studio, deliverer, synopsis', async () => {
    await open('new', {});
    const state = await field('State');
    expect([state.value, state.readOnly]).toEqual(['delivered', true]);
    for (const name of ['Studio', 'Deliverer', 'Synopsis']) {
      expect((await field(name)).readOnly).toBe(false);
    }
  });

  it('AST-009 LIST-016 an asset that is stored is updated and says so', async () => {
    const requested = await open('t-1', {
      [`GET ${path}`]: { body: title },
      [`PUT ${path}`]: { body: { ...title, deliverer: 'Courier' } },
    });
    await userEvent.type(await field('Deliverer'), 'Courier');
    await save();
    await waitFor(() => expect(toasted()).toEqual(['Your item has been saved!']));
    expect(requested.at(1)?.body).toMatchObject({
      deliverer: 'Courier',
      name: 'Harbour nights',
      updatedAt: title.updatedAt,
    });
    expect(screen.getByText('All changes saved')).toBeDefined();
    await userEvent.type(await field('Studio'), '!');
    await save();
    await waitFor(() => expect(network.calls(`PUT ${path}`)).toHaveLength(2));
  });

  it('AST-009 LIST-016 a new one is created', async () => {
    const requested = await open('new', { 'POST /api/v2/titles': { status: 201, body: title } });
    await userEvent.type(await field(/^Name/), ' Harbour nights ');
    await userEvent.click(screen.getByRole('combobox', { name: 'Type' }));
    await userEvent.click(await screen.findByRole('option', { name: 'movie', hidden: true }));
    await save();
    await waitFor(() => expect(toasted()).toEqual(['Your item has been saved!']));
    expect(requested[0]).toMatchObject({
      method: 'POST',
      body: { name: 'Harbour nights', type: 'movie' },
    });
  });

  it('AST-010 OP-32 a refused save says why and keeps the input', async () => {
    const refused = { code: 400, message: 'no', details: { errors: { studio: 'too odd' } } };
    await open('t-1', {
      [`GET ${path}`]: { body: title },
      [`PUT ${path}`]: { status: 400, body: refused },
    });
    await userEvent.type(await field('Studio'), 'X');
    await save();
    await waitFor(() => expect(toasted()).toEqual(['Error while Saving: no']));
    expect((await field('Studio')).value).toBe('NordX');
    expect(screen.getByRole('alert').textContent).toBe('too odd');
  });

  it('AST-010 a save over somebody else’s asks first', async () => {
    const conflict = { code: 409, errorCode: 'EDIT_CONFLICT', message: 'changed' };
    const requested = await open('t-1', {
      [`GET ${path}`]: { body: title },
      [`PUT ${path}`]: { status: 409, body: conflict },
    });
    await userEvent.type(await field('Studio'), 'X');
    await save();
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Save mine' }));
    await waitFor(() => expect(toasted()).toEqual(['Error while Saving: changed']));
    expect(
      requested.slice(1).map(({ body }) => Object.hasOwn(body as object, 'updatedAt')),
    ).toEqual([true, false]);
  });

  it.each([
    [404, 'Asset not found'],
    [500, 'Error in loading'],
  ])('AST-011 a load that is answered with %i says so', async (status, words) => {
    await open('t-1', { [`GET ${path}`]: { status, body: { code: status, message: 'x' } } });
    expect(await screen.findByText(words)).toBeDefined();
  });
});

import { type Flow, shippedFlows } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { questions } from '../../components/confirm/dialogs.ts';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { flowColumns } from './flow-columns.tsx';
import { FlowForm } from './flow-form.tsx';
import { FlowListPage } from './flow-list-page.tsx';
import { FlowPage } from './flow-page.tsx';

let network = answerCalls({});
afterEach(() => {
  cleanup();
  network.restore();
  vi.restoreAllMocks();
});

const [conditioning] = shippedFlows;
if (conditioning === undefined) throw new Error('no workflow is shipped');
const flow: Flow = {
  ...conditioning,
  id: 'f1',
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const nothing = (): void => undefined;

async function showForm(edited: Flow | 'new' = flow, onSaved: () => void = nothing) {
  await show(<FlowForm {...(edited !== 'new' && { flow: edited })} onSaved={onSaved} />);
  await screen.findByRole('textbox', { name: 'Task templates' });
}

/** The editor takes a text as if it were pasted over everything. */
async function typeTasks(text: string): Promise<void> {
  const { EditorView } = await import('@codemirror/view');
  const area = screen.getByRole('textbox', { name: 'Task templates' });
  const view = EditorView.findFromDOM(area);
  if (view === null) throw new Error('there is no editor');
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

describe('the workflow list', () => {
  it('FLOW-001 has the columns ID, Name, Created at', () => {
    expect(flowColumns.map(({ header }) => header)).toEqual(['ID', 'Name', 'Created at']);
  });

  it('FLOW-001 LIST-003 OP-84 shows workflows, edit and delete of each, and Add Workflow', async () => {
    network = answerCalls({
      'GET /api/v2/flows': { body: [flow], total: 1 },
      'DELETE /api/v2/flows/f1': { status: 204 },
    });
    await show(
      <>
        <FlowListPage />
        <DialogHost />
      </>,
    );
    expect(await screen.findByRole('link', { name: flow.name })).toBeDefined();
    expect(screen.getByRole('link', { name: `Edit ${flow.name}` })).toBeDefined();
    await userEvent.click(button(`Delete ${flow.name}`));
    const dialog = await screen.findByRole('alertdialog', { hidden: true });
    expect(dialog.textContent).toContain('The platform starts jobs by this workflow');
    expect(network.calls('DELETE /api/v2/flows/f1')).toEqual([]);
    await userEvent.click(within(dialog).getByText('Ok'));
    await waitFor(() => expect(toasts.get().at(-1)?.message).toBe('Your item has been deleted.'));
  });

  it('LIST-010 LIST-011 an empty list and a broken one say so', async () => {
    network = answerCalls({ 'GET /api/v2/flows': { body: [], total: 0 } });
    await show(<FlowListPage />);
    expect(await screen.findByText('no data found')).toBeDefined();
    cleanup();
    network.restore();
    network = answerCalls({ 'GET /api/v2/flows': { status: 500, body: { message: 'down' } } });
    await show(<FlowListPage />);
    expect(await screen.findByText('Error while fetching data: down')).toBeDefined();
  });
});

describe('the workflow form', () => {
  it('FLOW-002 FLOW-004 edits name, attempts, timeout and tasks, and says how the save went', async () => {
    network = answerCalls({
      'PUT /api/v2/flows/f1': ({ body }) => ({ body: { ...flow, ...(body as object) } }),
    });
    await showForm();
    await userEvent.type(field(/^Name/), '-2');
    await userEvent.clear(field('Attempts'));
    await userEvent.type(field('Attempts'), '5');
    await userEvent.clear(field('Timeout (minutes)'));
    await userEvent.type(field('Timeout (minutes)'), '90');
    await typeTasks('[{"type": "download", "settings": {"maxBytes": 5}}]');
    await userEvent.click(button('Save'));
    await waitFor(() =>
      expect(toasts.get().at(-1)).toMatchObject({
        kind: 'success',
        message: 'Your item has been saved!',
      }),
    );
    expect(network.calls('PUT /api/v2/flows/f1')[0]?.body).toEqual({
      name: `${flow.name}-2`,
      attempts: 5,
      timeout: 90,
      taskTemplates: [{ type: 'download', settings: { maxBytes: 5 } }],
      updatedAt: flow.updatedAt,
    });
    expect(button('Save').disabled).toBe(true);
  });

  it('FLOW-003 OP-34 tasks that are no JSON: no call, no message, logged, the field red', async () => {
    network = answerCalls({});
    const logged = vi.spyOn(console, 'warn').mockImplementation(nothing);
    await showForm();
    await typeTasks('[{"type": "download"');
    await userEvent.click(button('Save'));
    expect(logged).toHaveBeenCalledOnce();
    expect(logged.mock.calls[0]?.[0]).toContain('taskTemplates do not parse as JSON');
    expect(network.requested).toEqual([]);
    expect([toasts.get(), questions.get()]).toEqual([[], []]);
    const area = screen.getByRole('textbox', { name: 'Task templates' });
    await waitFor(() => expect(area.getAttribute('aria-invalid')).toBe('true'));
  });

  it('FLOW-003 the latest valid text can be had back', async () => {
    network = answerCalls({});
    await showForm();
    await typeTasks('[{"type": "download"}]');
    await waitFor(() => expect(button('Add task').disabled).toBe(false));
    await typeTasks('[{"type": "down');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Reset to the latest valid version' }),
    );
    const area = screen.getByRole('textbox', { name: 'Task templates' });
    expect(area.textContent).toContain('[{"type": "download"}]');
    expect(screen.queryByRole('button', { name: /latest valid/ })).toBeNull();
  });

  it('tasks that the catalogue refuses are not sent, and are listed with line and column', async () => {
    network = answerCalls({});
    await showForm();
    await typeTasks('[\n  {"type": "download", "type": "probe"}\n]');
    await userEvent.click(button('Save'));
    const problem = await screen.findByRole('button', { name: /occurs twice in this object/ });
    expect(problem.textContent).toContain('2:24');
    expect(screen.getByText('One field needs a change')).toBeDefined();
    expect(network.requested).toEqual([]);
  });

  it('Format and Discard write the text anew, Add task puts one in', async () => {
    network = answerCalls({});
    await showForm();
    const area = () => screen.getByRole('textbox', { name: 'Task templates' });
    await typeTasks('[{"type":"download"}]');
    await userEvent.click(button('Format'));
    await waitFor(() => expect(area().textContent).toContain('"type": "download"'));
    await userEvent.click(button('Add task'));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Antivirus/ }));
    await waitFor(() => expect(area().textContent).toContain('"antivirus"'));
    await userEvent.click(button('Discard'));
    await waitFor(() => expect(area().textContent).toContain('"register"'));
    expect(button('Save').disabled).toBe(true);
  });

  it('a name that is taken is said at the name, a refused task in the text', async () => {
    network = answerCalls({
      'PUT /api/v2/flows/f1': {
        status: 409,
        body: { code: 409, errorCode: 'FLOW_NAME_TAKEN', message: 'There is one already.' },
      },
    });
    await showForm();
    await userEvent.type(field(/^Name/), '2');
    await userEvent.click(button('Save'));
    expect(await screen.findByText('Error while Saving: There is one already.')).toBeDefined();
    expect(screen.getByText('There is one already.')).toBeDefined();
  });

  it('somebody else changed it: mine is kept until I choose', async () => {
    network = answerCalls({
      'PUT /api/v2/flows/f1': {
        status: 409,
        body: { code: 409, errorCode: 'EDIT_CONFLICT', message: 'changed' },
      },
    });
    await showForm();
    await userEvent.type(field(/^Name/), '2');
    await userEvent.click(button('Save'));
    expect(await screen.findByText(/Somebody else has changed this workflow/)).toBeDefined();
    expect(field(/^Name/).value).toBe(`${flow.name}2`);
  });

  it('LIST-016 a new workflow is created, and its page opened', async () => {
    const opened: string[] = [];
    network = answerCalls({ 'POST /api/v2/flows': { status: 201, body: flow } });
    await showForm('new', () => opened.push('f1'));
    await userEvent.click(button('Save'));
    expect(screen.getByText('I should not be empty!')).toBeDefined();
    await userEvent.type(field(/^Name/), 'mine');
    await userEvent.click(button('Save'));
    await waitFor(() => expect(opened).toEqual(['f1']));
    expect(network.calls('POST /api/v2/flows')[0]?.body).toMatchObject({
      name: 'mine',
      attempts: 3,
      timeout: 60,
    });
  });
});

describe('a workflow that cannot be shown', () => {
  it.each([
    ['FLOW-005', 404, 'Workflow not found'],
    ['FLOW-005 OP-86', 500, 'Error in loading'],
  ])('%s a load that fails with %i says so', async (_row, status, message) => {
    network = answerCalls({
      'GET /api/v2/flows/f9': { status, body: { code: status, message: 'down' } },
    });
    await showPage('/app/workflows/f9');
    expect(await screen.findByText(message)).toBeDefined();
  });
});

/** The page reads the id of its path: it needs a route. */
async function showPage(path: string): Promise<void> {
  const { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } =
    await import('@tanstack/react-router');
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/app/workflows/$flowId',
    component: FlowPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await show(<RouterProvider router={router as never} />);
}

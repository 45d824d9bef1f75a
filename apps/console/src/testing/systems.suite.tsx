/** Shared by the tests of the systems' screens: one system, the schemas, and the calls that they answer. */
import { type System, secretPlaceholder, systemTypes } from '@interlude/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { DialogHost } from '../components/confirm/dialog-host.tsx';
import { SystemForm } from '../features/systems/system-form.tsx';
import { answerCalls } from './answers.suite.ts';
import { show } from './show.suite.tsx';

export const environment = { network: answerCalls({}) };

export function forget(): void {
  cleanup();
  environment.network.restore();
}

export const bitmovin: System = {
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
      container: { type: 'string', title: 'Container' },
      storageKey: { type: 'string', title: 'Storage key', format: 'password' },
      activeDirectoryClientSecret: {
        type: 'string',
        title: 'Active directory client secret',
        writeOnly: true,
      },
    },
  },
};

/** The answer to a request for the schema of systems, or of the settings of a type. */
export function schemaOf(type: string | null): unknown {
  return type === null ? schema : (settingSchemas[type] ?? { properties: {} });
}

type Answers = Parameters<typeof answerCalls>[0];
export function answer(more: Answers = {}, medias = 0) {
  environment.network = answerCalls({
    'GET /api/v2/systems/schema': ({ url }) => ({ body: schemaOf(url.searchParams.get('item')) }),
    'GET /api/v2/medias': { body: [], total: medias },
    'PUT /api/v2/systems/s1': { body: { ...bitmovin, updatedAt: '2026-01-03T00:00:00.000Z' } },
    ...more,
  });
}

const nothing = (): void => undefined;
export async function showForm(system: System | 'new' = bitmovin, onSaved: () => void = nothing) {
  const shown = await show(
    <>
      <SystemForm {...(system !== 'new' && { system })} onSaved={onSaved} />
      <DialogHost />
    </>,
  );
  await waitFor(() => {
    if (screen.queryByLabelText('Loading the settings')) throw new Error('still loading');
  });
  return shown;
}
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

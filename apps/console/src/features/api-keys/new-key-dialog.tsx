/** Makes a key for a machine. The key is made here, shown once, and only its hash is sent. */
import { type ApiKeyScope, apiKeyLimits, apiKeyScopes, userRoles } from '@interlude/contract';
import { Button, Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { serverFieldErrors } from '../../api/field-errors.ts';
import { useSession } from '../../app/session.ts';
import { t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useAddApiKey } from './api-key-queries.ts';
import { newApiKey } from './make-key.ts';
import { ShownKey } from './shown-key.tsx';

const scopeWords: Readonly<Record<ApiKeyScope, string>> = {
  read: t('Read'),
  write: t('Change'),
  sessions: t('Start sessions of channels with an API key'),
};
const days = [
  { value: '0', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
];
const dayMs = 86_400_000;

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const formId = useId();
  const add = useAddApiKey();
  const [key] = useState(() => newApiKey());
  const [name, setName] = useState('');
  const [role, setRole] = useState<string>('Viewer');
  const [scopes, setScopes] = useState<string[]>(['read']);
  const [limit, setLimit] = useState<number | string>(apiKeyLimits.defaultRequestsPerMinute);
  const [ends, setEnds] = useState('90');
  // A key gets at most the role of the person who makes it.
  const roles = userRoles.slice(0, userRoles.indexOf(user.role) + 1);
  const problems = add.isError ? serverFieldErrors(add.error) : {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const chosen = {
      role: roles.find((each) => each === role) ?? 'Viewer',
      scopes: apiKeyScopes.filter((scope) => scopes.includes(scope)),
      expiresAt: ends === '0' ? null : new Date(Date.now() + Number(ends) * dayMs).toISOString(),
    };
    const body = { key, name, requestsPerMinute: Number(limit), ...chosen };
    if (!add.isPending) add.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      opened
      title={t('Add API Key')}
      width={520}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} loading={add.isPending}>
            {t('Add')}
          </Button>
        </>
      }
    >
      <form id={formId} className="api-key-form" noValidate onSubmit={submit}>
        <TextInput
          label={t('Name')}
          description={t('The machine that uses it')}
          data-autofocus
          autoFocus
          value={name}
          error={problems['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NativeSelect
          label={t('Role')}
          value={role}
          data={roles}
          onChange={({ currentTarget }) => setRole(currentTarget.value)}
        />
        <Checkbox.Group
          label={t('Scopes')}
          value={scopes}
          error={problems['scopes']}
          onChange={setScopes}
        >
          {apiKeyScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeWords[scope]} />
          ))}
        </Checkbox.Group>
        <NumberInput
          label={t('Requests a minute')}
          min={1}
          max={apiKeyLimits.requestsPerMinute}
          value={limit}
          error={problems['requestsPerMinute']}
          onChange={setLimit}
        />
        <NativeSelect
          label={t('Ends')}
          value={ends}
          data={days}
          onChange={({ currentTarget }) => setEnds(currentTarget.value)}
        />
        <ShownKey value={key} isNew />
        {add.isError && Object.keys(problems).length === 0 && (
          <p className="bad" role="alert">
            {errorText(add.error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

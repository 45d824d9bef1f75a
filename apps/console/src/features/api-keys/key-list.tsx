/** The keys of machines: each with a name, a role, scopes, a limit and an end. */
import type { ApiKey } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { errorText } from '../../api/api-error.ts';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { AbsoluteTime, RelativeTime } from '../../components/relative-time.tsx';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { useApiKeys, useRevokeApiKey } from './api-key-queries.ts';

/** The key of API Settings stands above the list. */
const companyId = 'company';

export function KeyList({ onAdd }: { onAdd: () => void }) {
  const { data, error, isPending, refetch } = useApiKeys();
  const revoke = useRevokeApiKey();
  const keys = (data ?? []).filter(({ id }) => id !== companyId);
  return (
    <section className="account-section" aria-labelledby="api-keys">
      <header>
        <h2 id="api-keys">{t('API Keys')}</h2>
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={onAdd}>
          {t('Add Key')}
        </Button>
      </header>
      <p className="dimmed">
        {sentence('One for each machine, sent as {code}: it can be revoked without the others.', {
          code: <code>{t('Authorization: Bearer')}</code>,
        })}
      </p>
      {isPending && (
        <p className="dimmed" role="status">
          {t('Loading')}
        </p>
      )}
      {error && data === undefined && (
        <p className="bad" role="alert">
          {errorText(error)}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </p>
      )}
      {data !== undefined && keys.length === 0 && (
        <p className="dimmed">{t('There are none yet.')}</p>
      )}
      {keys.length > 0 && (
        <FactTable
          label={t('API keys')}
          columns={[
            { header: t('Name') },
            { header: t('Role') },
            { header: t('Scopes') },
            { header: t('Limit') },
            { header: t('Last used') },
            { header: t('Ends') },
            { header: t('Actions'), className: 'right' },
          ]}
          rows={keys.map((key) => ({ cells: keyCells(key, () => void revoke(key)) }))}
        />
      )}
    </section>
  );
}

function keyCells(key: ApiKey, onRevoke: () => void) {
  const { name, role, scopes, requestsPerMinute, lastUsedAt, expiresAt, createdBy } = key;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return [
    <span key="name" title={t('Added by {createdBy}', { createdBy })}>
      {name}
    </span>,
    role,
    scopes.join(', '),
    <span key="limit" className="num">
      {sentence('{requestsPerMinute}/min', { requestsPerMinute })}
    </span>,
    lastUsedAt === null ? t('Never') : <RelativeTime key="used" at={lastUsedAt} />,
    expiresAt === null ? (
      t('Never')
    ) : (
      <span key="ends" className={isOver ? 'bad' : ''}>
        {isOver && t('Ended ')}
        <AbsoluteTime at={expiresAt} />
      </span>
    ),
    <Button
      key="revoke"
      variant="default"
      size="compact-sm"
      aria-label={t('Revoke {name}', { name })}
      onClick={onRevoke}
    >
      {t('Revoke')}
    </Button>,
  ];
}

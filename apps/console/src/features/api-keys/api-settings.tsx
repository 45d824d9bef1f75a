/** API Settings: the key of the company (APIK-001 to APIK-006). */
import type { Tenant } from '@interlude/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../texts/t.ts';
import { useSaveCompanyKey } from './api-key-queries.ts';
import { newApiKey } from './make-key.ts';
import { ShownKey } from './shown-key.tsx';

/** In place of a stored key, of which there is only a hash (OP-40). */
const mask = '••••••••-••••-••••-••••-••••••••••••';

export function ApiSettings({ company }: { company: Tenant }) {
  const [generated, setGenerated] = useState<string>();
  const save = useSaveCompanyKey();
  const { id, name, apiKeyHash } = company;
  const submit = () => {
    if (generated === undefined) return;
    save.mutate({ id, name, key: generated }, { onSuccess: () => setGenerated(undefined) });
  };
  return (
    <section className="account-section" aria-labelledby="api-settings">
      <h2 id="api-settings">{t('API Settings')}</h2>
      <p className="dimmed">
        {t(
          'The key of the company: reads and changes what Editors may, and starts sessions of channels with an API key. A new one replaces it.',
        )}
      </p>
      <ShownKey
        value={generated ?? (apiKeyHash === '' ? '' : mask)}
        isNew={generated !== undefined}
      />
      <div className="account-buttons">
        <Button variant="default" onClick={() => setGenerated(newApiKey())}>
          {t('Generate key')}
        </Button>
        <Button disabled={generated === undefined} loading={save.isPending} onClick={submit}>
          {t('Save')}
        </Button>
      </div>
    </section>
  );
}

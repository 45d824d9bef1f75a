/** The person's own second factors. `#second-factor` leads here. */
import type { SecondFactor } from '@interlude/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { t } from '../../texts/t.ts';
import { FactTable } from '../fact-table/fact-table.tsx';
import { AbsoluteTime, RelativeTime } from '../relative-time.tsx';
import { SettingsSection } from '../settings-form/settings-form.tsx';
import type { Work } from './factor-dialog.tsx';
import { type SecondFactorState, useSecondFactors } from './second-factor-queries.ts';
import './second-factors.css';

/** Loaded, with the code that draws QR codes, when the person changes something. */
const FactorDialog = lazy(async () => ({
  default: (await import('./factor-dialog.tsx')).FactorDialog,
}));

const kindWords: Readonly<Record<SecondFactor['kind'], string>> = {
  totp: t('Authenticator app'),
  passkey: 'Passkey',
};

export function SecondFactorSection() {
  const { data, error, refetch } = useSecondFactors();
  const [work, setWork] = useState<Work>();
  return (
    <SettingsSection id="second-factor" title={t('Second factor')} hint={hintOf(data)}>
      {data === undefined && error === null && (
        <p className="dimmed" role="status">
          {t('Loading')}
        </p>
      )}
      {data === undefined && error !== null && (
        <p className="bad" role="alert">
          {errorText(error)}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </p>
      )}
      {data !== undefined && !data.external && <Factors state={data} onWork={setWork} />}
      {work !== undefined && data !== undefined && (
        <Suspense>
          <FactorDialog work={work} state={data} onClose={() => setWork(undefined)} />
        </Suspense>
      )}
    </SettingsSection>
  );
}

function hintOf(state: SecondFactorState | undefined): string {
  if (state?.external === true) {
    return t('Second factors are set up at the identity provider of this installation.');
  }
  const [company] = state?.requiredBy ?? [];
  return company === undefined
    ? t('Asked for after your password, so that the password alone opens nothing.')
    : t('Asked for after your password. {company} requires one.', { company });
}

function Factors({ state, onWork }: { state: SecondFactorState; onWork: (work: Work) => void }) {
  const { factors, recoveryCodesLeft, passkeys } = state;
  return (
    <div className="second-factors">
      {factors.length > 0 && (
        <FactTable
          label={t('Second factors')}
          columns={[
            { header: t('Name') },
            { header: t('Kind') },
            { header: t('Added') },
            { header: t('Last used') },
            { header: t('Actions'), className: 'right' },
          ]}
          rows={factors.map((factor) => ({
            cells: factorCells(factor, () => onWork({ kind: 'remove', factor })),
          }))}
        />
      )}
      {factors.length > 0 && (
        <p className={recoveryCodesLeft < 3 ? 'bad' : 'dimmed'}>
          {recoveryCodesLeft === 0
            ? t('You have no recovery codes left: make new ones.')
            : t('Recovery codes left: {recoveryCodesLeft}.', { recoveryCodesLeft })}
        </p>
      )}
      <div className="settings-actions">
        <Button variant="default" onClick={() => onWork({ kind: 'totp' })}>
          {t('Add authenticator app')}
        </Button>
        {passkeys && (
          <Button variant="default" onClick={() => onWork({ kind: 'passkey' })}>
            {t('Add passkey')}
          </Button>
        )}
        {factors.length > 0 && (
          <Button variant="default" onClick={() => onWork({ kind: 'codes' })}>
            {t('New recovery codes')}
          </Button>
        )}
      </div>
    </div>
  );
}

function factorCells(factor: SecondFactor, onRemove: () => void) {
  const { name, kind, createdAt, lastUsedAt } = factor;
  return [
    name,
    kindWords[kind],
    <AbsoluteTime key="added" at={createdAt} />,
    lastUsedAt === null ? t('Never') : <RelativeTime key="used" at={lastUsedAt} />,
    <Button
      key="remove"
      variant="default"
      size="compact-sm"
      aria-label={t('Remove {name}', { name })}
      onClick={onRemove}
    >
      {t('Remove')}
    </Button>,
  ];
}

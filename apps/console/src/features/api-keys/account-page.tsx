/**
 * The account page of the company: API key, further keys, second factor, language, and the sections given as children.
 * `#key` opens the form for a new key.
 */
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { RequiredSwitch } from '../../components/second-factors/required-switch.tsx';
import { useCompany } from './api-key-queries.ts';
import { ApiSettings } from './api-settings.tsx';
import { CompanyLanguage } from './company-language.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import './account.css';
import { t } from '../../texts/t.ts';

const keyHash = 'key';

export function AccountPage({ children }: { children?: ReactNode }) {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const { data: company, error, isPending, refetch } = useCompany();
  const show = (shown: string) =>
    void navigate({ to: '.', search: true, hash: shown, hashScrollIntoView: false });
  if (isPending) return <PageSkeleton />;
  if (company === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={t('Company not found')}
        wayOut={null}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <PageHeader line={company.name} />
      <ApiSettings company={company} />
      <KeyList onAdd={() => show(keyHash)} />
      <RequiredSwitch company={company} />
      <CompanyLanguage company={company} />
      {children}
      {hash === keyHash && <NewKeyDialog onClose={() => show('')} />}
    </>
  );
}

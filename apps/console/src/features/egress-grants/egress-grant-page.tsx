/**
 * Which companies reach which private addresses. The dialog has an address of its own: `#grant`, or `#grant=` and the ID
 * of a company that has grants.
 */
import type { EgressGrant } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { t } from '../../texts/t.ts';
import { useEgressGrants, useTakeBackAddress } from './egress-grant-queries.ts';
import { GrantDialog } from './grant-dialog.tsx';
import './egress-grants.css';

const grantHash = 'grant';

export function EgressGrantPage() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useEgressGrants();
  const show = (shown: string) =>
    void navigate({ to: '.', search: true, hash: shown, hashScrollIntoView: false });
  if (isPending) return <PageSkeleton />;
  if (data === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={t('Not found')}
        wayOut={null}
        onRetry={() => void refetch()}
      />
    );
  }
  const { offered, grants } = data;
  const [isGranting, company] = [hash.split('=', 1)[0] === grantHash, hash.split('=')[1]];
  return (
    <>
      <PageHeader
        line={t('Private addresses out of EGRESS_ALLOW that companies may reach.')}
        actions={
          <Button
            leftSection={<IconPlus size={14} />}
            disabled={offered.length === 0}
            onClick={() => show(grantHash)}
          >
            {t('Grant Address')}
          </Button>
        }
      />
      <Offered offered={offered} />
      {grants.length === 0 && offered.length > 0 && (
        <p className="note dimmed">{t('No company may reach them yet.')}</p>
      )}
      {grants.map((grant) => (
        <Company
          key={grant.tenantId}
          grant={grant}
          onAdd={() => show(`${grantHash}=${grant.tenantId}`)}
        />
      ))}
      {isGranting && offered.length > 0 && (
        <GrantDialog
          company={grants.find(({ tenantId }) => tenantId === company)}
          offered={offered}
          onClose={() => show('')}
        />
      )}
    </>
  );
}

function Offered({ offered }: { offered: readonly string[] }) {
  if (offered.length === 0) {
    return (
      <p className="note">
        {t(
          'EGRESS_ALLOW lists nothing, so no company reaches a private address. Set it to the hosts, host:port or CIDR ranges that may be granted, and restart.',
        )}
      </p>
    );
  }
  return (
    <section className="grant-company" aria-labelledby="offered">
      <h2 id="offered">{t('Offered by EGRESS_ALLOW')}</h2>
      <ul>
        {offered.map((entry) => (
          <li key={entry}>
            <code>{entry}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Company({ grant, onAdd }: { grant: EgressGrant; onAdd: () => void }) {
  const { takeBack, takenBack } = useTakeBackAddress();
  const { tenantId, name, entries } = grant;
  return (
    <section className="grant-company" aria-labelledby={`company-${tenantId}`}>
      <header>
        <h2 id={`company-${tenantId}`}>{name}</h2>
        <CopyId id={tenantId} />
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('Add an address to {name}', { name })}
          onClick={onAdd}
        >
          {t('Add')}
        </Button>
      </header>
      <ul>
        {entries.map((entry) => (
          <li key={entry}>
            <code>{entry}</code>
            {entry === '*' && <span className="dimmed">{t('all of EGRESS_ALLOW')}</span>}
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('Take Back {entry} from {name}', { entry, name })}
              loading={takenBack?.address === entry}
              onClick={() => void takeBack(grant, entry)}
            >
              {t('Take Back')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Open links to cards of the company: card, person and end of each. */
import type { ShareLink } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { AbsoluteTime, RelativeTime } from '../../components/relative-time.tsx';
import { useRevokeLink, useShareLinks } from '../../components/reports/share/use-share-links.ts';
import { paths } from '../../paths.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';

export function ShareLinksPage() {
  const { data, error, isPending, refetch } = useShareLinks();
  const revoke = useRevokeLink();
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
  return (
    <>
      <PageHeader
        line={t(
          'Cards that people see without sign-in. A link itself is shown once, when it is made.',
        )}
      />
      {data.length === 0 ? (
        <div className="note">
          <p>{t('No card is shared.')}</p>
          <p className="dimmed">
            {sentence('Open {link} and choose Share at a card.', {
              link: <Link to={paths.reports}>{t('Reports')}</Link>,
            })}
          </p>
        </div>
      ) : (
        <FactTable
          label={t('Shared links')}
          columns={[
            { header: t('Name') },
            { header: t('Card') },
            { header: t('Figures') },
            { header: t('Shared by') },
            { header: t('Shared') },
            { header: t('Ends') },
            { header: t('Actions'), className: 'right' },
          ]}
          rows={data.map((link) => ({ cells: linkCells(link, () => void revoke(link)) }))}
        />
      )}
    </>
  );
}

function linkCells(link: ShareLink, onRevoke: () => void) {
  const { name, title, kind, createdBy, createdAt, expiresAt } = link;
  return [
    name,
    title,
    kind === 'live' ? t('Live') : t('Of their moment'),
    createdBy,
    <RelativeTime key="shared" at={createdAt} />,
    <AbsoluteTime key="ends" at={expiresAt} />,
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

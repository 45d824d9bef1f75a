/**
 * The history of a channel: each change with its author and fields. The address names the compared version:
 * `#version=<id>`.
 */
import type { ChannelVersion } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { PageSkeleton } from '../../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../../app/shell/title-bar.tsx';
import { FactTable } from '../../../components/fact-table/fact-table.tsx';
import { AbsoluteTime } from '../../../components/relative-time.tsx';
import { paths } from '../../../paths.ts';
import { t } from '../../../texts/t.ts';
import { LoadFailure } from '../channel-page.tsx';
import { useChannel } from '../channel-queries.ts';
import { useChannelHistory } from './history-queries.ts';
import { VersionDialog } from './version-dialog.tsx';
import './channel-history.css';

const hashName = 'version';

export function ChannelHistoryPage() {
  const { channelId = '' } = useParams({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const channel = useChannel(channelId);
  const history = useChannelHistory(channelId);
  const version = new URLSearchParams(hash.replace(/^#/, '')).get(hashName);
  const show = (id: string) =>
    void navigate({
      to: '.',
      search: true,
      hash: id === '' ? '' : `${hashName}=${id}`,
      hashScrollIntoView: false,
    });
  if (channel.isPending || history.isPending) return <PageSkeleton />;
  if (channel.data === undefined || history.data === undefined) {
    const retry = () => void Promise.all([channel.refetch(), history.refetch()]);
    return <LoadFailure error={channel.error ?? history.error} onRetry={retry} />;
  }
  return (
    <>
      <PageHeader
        line={channel.data.name}
        actions={
          <Button
            variant="default"
            renderRoot={(props) => <Link to={paths.channel} params={{ channelId }} {...props} />}
          >
            {t('Edit Channel')}
          </Button>
        }
      />
      {history.data.length === 0 ? (
        <p className="note dimmed">
          {t(
            'Nobody has changed this channel since the audit log began, or its entries are too old to be kept.',
          )}
        </p>
      ) : (
        <div className="channel-history">
          <FactTable
            label={t('Changes of the channel')}
            columns={[
              { header: t('When'), className: 'keep' },
              { header: t('Who') },
              { header: t('Changed') },
              { header: t('Version'), className: 'right' },
            ]}
            rows={history.data.map((each) => ({ cells: versionCells(each, show) }))}
          />
        </div>
      )}
      {version !== null && (
        <VersionDialog channelId={channelId} versionId={version} onClose={() => show('')} />
      )}
    </>
  );
}

function versionCells(version: ChannelVersion, show: (id: string) => void) {
  const { id, at, action, userEmail, apiKey } = version;
  const who = apiKey === '' ? userEmail || t('Not signed in') : t('API key {apiKey}', { apiKey });
  const name = t('the version of {at}', { at });
  return [
    action === 'earlier' ? t('Before') : <AbsoluteTime key="at" at={at} />,
    action === 'earlier' ? '–' : who,
    <Changed key="changed" version={version} />,
    <Button
      key="compare"
      variant="default"
      size="compact-sm"
      aria-label={t('Compare {value}', {
        value: action === 'earlier' ? t('the earliest version') : name,
      })}
      onClick={() => show(id)}
    >
      {t('Compare')}
    </Button>,
  ];
}

/** Characters of a value that a row shows. */
const longestValue = 60;

function short(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function Changed({ version: { action, fields } }: { version: ChannelVersion }) {
  if (action === 'earlier') return t('As it was before the first change that is kept');
  if (action === 'created') return t('Created');
  return (
    <ul>
      {fields.map(({ path, before, after }) => (
        <li key={path}>
          <span>{path}</span> <del>{short(before)}</del> <ins>{short(after)}</ins>
        </li>
      ))}
    </ul>
  );
}

/** The two views of a channel that is watched: its timeline and its breaks, each with its own path. */
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import '../title-frame/title-frame.css';

const anySearch = { exact: true, includeSearch: false, includeHash: false };

export function ChannelTabs({ channelId }: { channelId: string }) {
  const params = { channelId };
  return (
    <nav className="title-tabs" aria-label={t('Monitoring')}>
      <Link to={paths.channelMonitoring} params={params} activeOptions={anySearch}>
        {t('Timeline')}
      </Link>
      <Link to={paths.channelBreaks} params={params} activeOptions={anySearch}>
        {t('Breaks')}
      </Link>
    </nav>
  );
}

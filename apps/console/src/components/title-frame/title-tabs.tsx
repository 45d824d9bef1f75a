/** The tabs of an asset, each with its own path (AST-003, AST-004). */
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import './title-frame.css';

/** A tab is current on the pages below it, too, with any search or hash. */
const belowToo = { exact: false, includeSearch: false, includeHash: false };

export function TitleTabs({ titleId }: { titleId: string }) {
  const params = { assetId: titleId };
  return (
    <nav className="title-tabs" aria-label={t('Asset')}>
      <Link to={paths.title} params={params} activeOptions={{ exact: true }}>
        {t('Metadata')}
      </Link>
      <Link to={paths.titleMedias} params={params} activeOptions={belowToo}>
        {t('Medias')}
      </Link>
      <Link to={paths.titleJobs} params={params} activeOptions={belowToo}>
        {t('Jobs')}
      </Link>
    </nav>
  );
}

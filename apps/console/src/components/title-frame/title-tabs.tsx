/** The tabs of an asset: each has an address of its own (AST-003, AST-004). */
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import './title-frame.css';

export function TitleTabs({ titleId }: { titleId: string }) {
  const params = { assetId: titleId };
  const exact = { activeOptions: { exact: true, includeSearch: false }, resetScroll: false };
  return (
    <nav className="title-tabs" aria-label="Asset">
      <Link to={paths.title} params={params} {...exact}>
        Metadata
      </Link>
      <Link to={paths.titleMedias} params={params} {...exact}>
        Medias
      </Link>
      <Link to={paths.titleJobs} params={params} {...exact}>
        Jobs
      </Link>
    </nav>
  );
}

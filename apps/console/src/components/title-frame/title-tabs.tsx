/** The tabs of an asset, each with its own path (AST-003, AST-004). */
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import './title-frame.css';

/** A tab is current on the pages below it, too, with any search or hash. */
const belowToo = { exact: false, includeSearch: false, includeHash: false };

export function TitleTabs({ titleId }: { titleId: string }) {
  const params = { assetId: titleId };
  return (
    <nav className="title-tabs" aria-label="Asset">
      <Link to={paths.title} params={params} activeOptions={{ exact: true }}>
        Metadata
      </Link>
      <Link to={paths.titleMedias} params={params} activeOptions={belowToo}>
        Medias
      </Link>
      <Link to={paths.titleJobs} params={params} activeOptions={belowToo}>
        Jobs
      </Link>
    </nav>
  );
}

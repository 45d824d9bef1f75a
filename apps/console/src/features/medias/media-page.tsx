import { useParams } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';

export function MediaPage() {
  const { mediaId } = useParams({ strict: false });
  return <PageHeader line={mediaId} />;
}

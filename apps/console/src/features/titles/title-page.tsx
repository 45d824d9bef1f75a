import { useParams } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';

export function TitlePage() {
  const { assetId } = useParams({ strict: false });
  return <PageHeader line={assetId} />;
}

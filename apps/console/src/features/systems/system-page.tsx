import { useParams } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';

export function SystemPage() {
  const { systemId } = useParams({ strict: false });
  return <PageHeader line={systemId} />;
}

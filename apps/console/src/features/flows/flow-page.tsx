import { useParams } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';

export function FlowPage() {
  const { flowId } = useParams({ strict: false });
  return <PageHeader line={flowId} />;
}

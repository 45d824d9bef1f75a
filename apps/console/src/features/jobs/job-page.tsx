import { useParams } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';

export function JobPage() {
  const { jobId } = useParams({ strict: false });
  return <PageHeader line={jobId} />;
}

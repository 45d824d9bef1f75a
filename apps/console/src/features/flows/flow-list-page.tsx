import { PageHeader } from '../../app/shell/title-bar.tsx';

export function FlowListPage() {
  return <PageHeader line="Which tasks a job goes through." />;
}

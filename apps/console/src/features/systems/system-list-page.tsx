import { PageHeader } from '../../app/shell/title-bar.tsx';

export function SystemListPage() {
  return <PageHeader line="Where the platform encodes, stores and counts." />;
}

import { PageHeader } from '../../app/shell/title-bar.tsx';

export function TitleListPage() {
  return <PageHeader line="Films, episodes, ads and slates, with their medias and jobs." />;
}

import { userRoles } from '@interlude/contract';
import { allRoutes, type Route } from '@interlude/contract/api';
import { page, table } from './page.ts';

function marks(route: Route): string[] {
  const { roles } = route;
  if (roles === 'public') return ['everyone', ...userRoles.map(() => 'yes')];
  return ['', ...userRoles.map((role) => (roles.includes(role) ? 'yes' : ''))];
}

export function permissionsPage(): string {
  return page(
    'Permissions',
    'the route table in packages/contract',
    'Who may call what. Nothing else grants anything. Rows of another tenant do not exist for a caller (404); a tenant the caller does not belong to is refused (403).',
    table(
      ['Method', 'Path', 'Without token', ...userRoles, 'Summary'],
      allRoutes().map(({ route }) => [
        route.method,
        `\`${route.path}\``,
        ...marks(route),
        route.summary,
      ]),
    ),
  );
}

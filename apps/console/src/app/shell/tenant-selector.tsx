/** The companies of the user; choosing one selects it for every following request (NAV-004). */
import { Menu } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../texts/t.ts';
import { companiesQuery } from '../companies-query.ts';
import { useSession } from '../session.ts';

export function TenantSelector() {
  const { user, tenant, selectTenant } = useSession();
  const { data } = useQuery(companiesQuery(user.id));
  const names = new Map((data ?? []).map(({ id, name }) => [id, name]));
  return (
    <TenantMenu
      tenants={tenantChoices(user.companies, names)}
      selected={tenant}
      onSelect={selectTenant}
    />
  );
}

export interface TenantChoice {
  readonly id: string;
  /** Empty until the names are loaded. */
  readonly name: string;
}

export function tenantChoices(
  companies: readonly string[],
  names: ReadonlyMap<string, string>,
): TenantChoice[] {
  const known = companies.map((id) => ({ id, name: names.get(id) ?? '' }));
  const others = [...names].filter(([id]) => !companies.includes(id));
  return [...known, ...others.map(([id, name]) => ({ id, name }))];
}

interface TenantMenuProps {
  readonly tenants: readonly TenantChoice[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

export function TenantMenu({ tenants, selected, onSelect }: TenantMenuProps) {
  const current = tenants.find((tenant) => tenant.id === selected)?.name ?? '';
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <button
          type="button"
          className="tenant-button"
          aria-label={t('Tenant {current}', { current })}
        >
          {current === '' ? (
            <span className="skeleton" style={{ width: 110 }} />
          ) : (
            <span>{current}</span>
          )}
          <IconSelector size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Tenant')}</Menu.Label>
        {tenants.map(({ id, name }) => (
          <Menu.RadioItem
            key={id}
            value={id}
            checked={id === selected}
            closeMenuOnClick
            onChange={onSelect}
          >
            {name || id}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../../texts/t.ts';

const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const names = { auto: t('as the system'), light: 'light', dark: 'dark' } as const;
const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const;

export function useThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return {
    label: t('Theme: {names}', { names: names[colorScheme] }),
    Icon: icons[colorScheme],
    change: () => setColorScheme(next[colorScheme]),
  };
}

export function ThemeSwitch() {
  const { label, Icon, change } = useThemeSwitch();
  return (
    <ActionIcon
      data-hint={label}
      className="only-large"
      size={30}
      aria-label={label}
      onClick={change}
    >
      <Icon size={16} stroke={1.7} />
    </ActionIcon>
  );
}

/**
 * The further actions of a row, behind a button. The menu is made when it is opened for the first time: one in each row
 * takes longer to render than the row.
 */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';

export interface RowMenuProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly className?: string | undefined;
  /** Items of the menu. */
  readonly children: ReactNode;
}

export function RowMenu({ label, className = '', children }: RowMenuProps) {
  const [isMade, setMade] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const icon = <IconDots size={16} stroke={1.7} />;
  if (!isMade) {
    return (
      <ActionIcon
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        className={className}
        onClick={() => setMade(true)}
      >
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Menu
      position="bottom-end"
      width={170}
      defaultOpened
      onClose={() => button.current?.focus({ preventScroll: true })}
    >
      <Menu.Target>
        <ActionIcon ref={button} aria-label={label} className={className}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

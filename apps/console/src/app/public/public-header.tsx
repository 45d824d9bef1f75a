/** Title, Register, Login; a drawer on small screens (PUB-005 to PUB-007). */
import { useState } from 'react';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { publicText } from '../../texts/public-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Logo } from '../../ui/logo.tsx';

interface PublicHeaderProps {
  readonly path: string;
  /** Whether the installation takes registrations. */
  readonly registers: boolean;
  readonly onSignIn: () => void;
}

export function PublicHeader({ path, registers, onSignIn }: PublicHeaderProps) {
  const [opened, setOpened] = useState(false);
  const links = (
    <HeaderLinks
      path={path}
      registers={registers}
      onSignIn={() => {
        setOpened(false);
        onSignIn();
      }}
      onFollow={() => setOpened(false)}
    />
  );
  return (
    <header className="public-header">
      <a className="public-brand" href={paths.welcome}>
        <Logo size={26} />
        <span className="title-long">{text('productTitle')}</span>
        <span className="title-short">{text('productTitleShort')}</span>
      </a>
      <nav className="public-links" aria-label={publicText('navPublic')}>
        {links}
      </nav>
      <button
        type="button"
        className="public-menu"
        aria-label={publicText('openMenu')}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path d="M2 5h14M2 9h14M2 13h14" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </button>
      <Dialog
        opened={opened}
        title={text('productTitle')}
        onClose={() => setOpened(false)}
        width={280}
        className="drawer"
      >
        <nav className="drawer-links" aria-label={publicText('menu')}>
          {links}
        </nav>
      </Dialog>
    </header>
  );
}

interface HeaderLinksProps {
  readonly path: string;
  /** Whether the installation takes registrations. */
  readonly registers: boolean;
  readonly onSignIn: () => void;
  readonly onFollow: () => void;
}

function HeaderLinks({ path, registers, onSignIn, onFollow }: HeaderLinksProps) {
  const current = (target: string) => (path === target ? 'page' : undefined);
  return (
    <>
      {registers && (
        <a href={paths.register} aria-current={current(paths.register)} onClick={onFollow}>
          {publicText('register')}
        </a>
      )}
      <a
        href={paths.login}
        aria-current={current(paths.login)}
        onClick={(event) => {
          event.preventDefault();
          onSignIn();
        }}
      >
        {publicText('login')}
      </a>
    </>
  );
}

/** The sidebar of small screens: the same items in a dialog at the left edge. */
import { Dialog } from '../../ui/dialog.tsx';
import { Navigation } from './navigation.tsx';
import { SupportLink } from './sidebar.tsx';
import type { Installation } from './use-installation.ts';

interface MobileNavigationProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly installation: Installation;
}

export function MobileNavigation({ opened, onClose, installation }: MobileNavigationProps) {
  return (
    <Dialog
      opened={opened}
      title={installation.productName}
      onClose={onClose}
      width={300}
      className="drawer"
    >
      <Navigation installation={installation} />
      <SupportLink href={installation.links.support} />
    </Dialog>
  );
}

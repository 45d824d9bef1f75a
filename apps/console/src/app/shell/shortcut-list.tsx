/** The `?` dialog: the keyboard shortcuts of the current screen. */
import { shortcuts, shownKeys } from '../../components/shortcuts/shortcut-registry.ts';
import { t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useStore } from '../store.ts';

export function ShortcutList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const all = useStore(shortcuts);
  return (
    <Dialog opened={opened} title={t('Keyboard shortcuts')} onClose={onClose} width={400}>
      <dl className="shortcut-list">
        {all.map(({ keys, label }) => (
          <div key={`${keys} ${label}`}>
            <dt>{label}</dt>
            <dd>
              {shownKeys(keys).map((key) => (
                <kbd className="key" key={key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

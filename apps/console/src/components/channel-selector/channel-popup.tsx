/** The popup of the channel selector (CHS-002): search, list, error line, Cancel and Apply. */
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { useStore } from '../../app/store.ts';
import { windowSize } from '../../app/ui-state.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';
import { Popup } from '../../ui/popup.tsx';
import './channel-popup.css';
import {
  channelPopupWidth,
  matchesSearch,
  selectChannels,
  selectionLabel,
  unselectChannels,
} from './channel-selection.ts';
import { useSelectableChannels } from './use-selectable-channels.ts';

interface ChannelPopupProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly selected: readonly string[];
  /** The user error message from state (CHS-010). */
  readonly error: string | undefined;
  /** Rejects when saving fails: the popup stays open. */
  readonly onApply: (selected: readonly string[]) => Promise<void>;
  readonly onApplied: () => void;
  readonly onCancel: () => void;
}

export function ChannelPopup(props: ChannelPopupProps) {
  const { anchor, selected: saved, error, onApply, onApplied, onCancel } = props;
  const { data, error: listError } = useSelectableChannels();
  const { width: windowWidth } = useStore(windowSize);
  const [selected, setSelected] = useState(saved);
  const [search, setSearch] = useState('');
  const [saving, setSaving] = useState(false);
  const shown = (data ?? []).filter((channel) => matchesSearch(channel, search));
  const message = error ?? (listError ? text('fetchFailed', { err: errorText(listError) }) : '');
  const apply = () => {
    setSaving(true);
    onApply(selected)
      .then(onApplied)
      .catch(() => undefined)
      .finally(() => setSaving(false));
  };
  return (
    <Popup
      label={t('Select channels')}
      anchor={anchor}
      width={channelPopupWidth(windowWidth || globalThis.innerWidth)}
      className="channel-popup"
      onClose={onCancel}
    >
      <div className="channel-search">
        <TextInput
          aria-label={t('Search Name or ID')}
          placeholder={t('Search Name or ID')}
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Button
          variant="subtle"
          color="gray"
          disabled={selected.length === 0}
          onClick={() => setSelected([])}
        >
          {text('cancelSelection')}
        </Button>
      </div>
      <ul className="channel-list" aria-busy={data === undefined && !listError}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={selected.includes(id)}
                onChange={({ currentTarget }) =>
                  setSelected(
                    currentTarget.checked
                      ? selectChannels(selected, [id])
                      : unselectChannels(selected, [id]),
                  )
                }
              />
              <span className="channel-name">{name}</span>
              <span className="mono dimmed">{id}</span>
            </label>
          </li>
        ))}
        {data !== undefined && shown.length === 0 && (
          <li className="dimmed channel-none">
            {data.length === 0
              ? t('There are no channels yet.')
              : t('No channel matches the search.')}
          </li>
        )}
        {data === undefined &&
          !listError &&
          ['44%', '36%', '52%'].map((width) => (
            <li key={width} className="channel-none">
              <span className="skeleton" style={{ width }} />
            </li>
          ))}
      </ul>
      {message !== '' && (
        <p className="channel-error bad" role="alert">
          {message}
        </p>
      )}
      <footer className="popup-foot">
        <p className="popup-note dimmed num">
          {selected.length === 0 ? t('All channels count.') : selectionLabel(selected.length)}
        </p>
        <div className="popup-buttons">
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button onClick={apply} loading={saving}>
            {t('Apply')}
          </Button>
        </div>
      </footer>
    </Popup>
  );
}

/** The form of a playlist: details, items and their schedule (PLY-006). */
import type { Playlist } from '@interlude/contract';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ProblemSummary } from '../../components/problem-summary/problem-summary.tsx';
import { showSettingAt } from '../../components/problem-summary/show-setting.ts';
import { SaveBar } from '../../components/save-bar/save-bar.tsx';
import { SettingsSection } from '../../components/settings-form/settings-form.tsx';
import { useShortcut } from '../../components/shortcuts/use-shortcut.ts';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { t } from '../../texts/t.ts';
import { DetailsFields } from './details-fields.tsx';
import { ItemList } from './items/item-list.tsx';
import { TimeRuler } from './schedule/time-ruler.tsx';
import { usePlaylistEditor } from './use-playlist-editor.ts';

interface PlaylistFormProps {
  /** Missing for a new playlist. */
  readonly playlist?: Playlist;
  readonly onSaved: (playlist: Playlist) => void;
  /** Reads the stored playlist again after an edit conflict. */
  readonly onReload?: () => Promise<Playlist | undefined>;
}

export function PlaylistForm({ playlist, onSaved, onReload }: PlaylistFormProps) {
  const editor = usePlaylistEditor({ playlist, onSaved, onReload });
  const { values, problems, dirty } = editor;
  const faulty = new Map(Object.entries(problems));
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const showProblem = (path: string) => {
    const keys = faultyItems(values.items, [path]);
    flushSync(() => setOpened((now) => new Set([...now, ...keys])));
    showSettingAt(path);
  };
  const submit = async () => {
    const paths = Object.keys(await editor.submit());
    const keys = faultyItems(values.items, paths);
    if (keys.length > 0) setOpened((now) => new Set([...now, ...keys]));
    const [first] = paths;
    if (first !== undefined) showProblem(first);
  };
  useShortcut({ keys: 'mod+s', label: t('Save the playlist') }, () => void submit());
  return (
    <form
      className="settings-form playlist-form"
      aria-label={t('Playlist')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SettingsSection title={t('Details')}>
        <DetailsFields values={values} problems={problems} onChange={editor.change} />
      </SettingsSection>
      <SettingsSection title={t('Items')}>
        <TimeRuler values={values} />
        <ItemList
          values={values}
          problems={problems}
          opened={opened}
          onOpened={setOpened}
          onChange={editor.changeItems}
        />
      </SettingsSection>
      <SaveBar
        item="playlist"
        dirty={dirty || playlist === undefined}
        saving={editor.saving}
        invalidFields={faulty.size}
        problem={editor.failure}
        summary={faulty.size > 0 && <ProblemSummary problems={faulty} onShow={showProblem} />}
        conflict={editor.conflict}
        onDiscard={editor.discard}
        onTakeStored={() => void editor.takeStored()}
        onSaveOver={() => void editor.saveOver()}
      />
      <UnsavedGuard dirty={dirty} />
    </form>
  );
}

/** Keys of the items with problems, whose panels have to be open. */
function faultyItems(
  items: readonly { readonly key: string }[],
  paths: readonly string[],
): string[] {
  const indices = paths.flatMap((path) => {
    const index = /^contents\.(\d+)\./.exec(path)?.[1];
    return index === undefined ? [] : Number(index);
  });
  return [...new Set(indices)].flatMap((index) => items[index]?.key ?? []);
}

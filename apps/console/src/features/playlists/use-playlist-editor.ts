/** The steps of the playlist form: edit, check, save, settle a conflict. */
import type { Playlist } from '@interlude/contract';
import { useEffect, useMemo, useState } from 'react';
import { errorCodeOf, errorText } from '../../api/api-error.ts';
import { forbiddenHost, hostOf, serverFieldErrors } from '../../api/field-errors.ts';
import { useSaveItem } from '../../components/save-item/use-save-item.ts';
import { text } from '../../messages.ts';
import { defaultName } from './default-name.ts';
import { savePlaylist } from './playlist-queries.ts';
import {
  isChanged,
  newPlaylistValues,
  type PlaylistValues,
  type Problems,
  playlistBody,
  playlistProblems,
  playlistValues,
} from './playlist-values.ts';

interface EditorOptions {
  readonly playlist: Playlist | undefined;
  readonly onSaved: (playlist: Playlist) => void;
  readonly onReload: (() => Promise<Playlist | undefined>) | undefined;
}

export function usePlaylistEditor({ playlist, onSaved, onReload }: EditorOptions) {
  const [stored, setStored] = useState(playlist);
  const [fresh] = useState(() => newPlaylistValues(defaultName(Math.random)));
  const storedValues = useMemo(
    () => (stored === undefined ? fresh : playlistValues(stored)),
    [stored, fresh],
  );
  const [values, setValues] = useState(storedValues);
  const [checked, setChecked] = useState(false);
  const [created, setCreated] = useState<Playlist>();
  const dirty = isChanged(values, storedValues);
  // What was typed while it was being created is saved before its page is opened.
  useEffect(() => {
    if (created !== undefined && !dirty) onSaved(created);
  }, [created, dirty, onSaved]);
  const { saving, failure, clearFailure, save, reload } = useSaveItem<PlaylistValues, Playlist>({
    resource: 'playlists',
    send: (sent, base) =>
      savePlaylist({ ...playlistBody(sent), id: base?.id, updatedAt: base?.updatedAt }),
    onReload,
  });
  const refused = useMemo(() => refusedFields(failure?.error, failure?.values), [failure]);
  const own = useMemo(() => (checked ? playlistProblems(values) : {}), [checked, values]);
  const problems = { ...refused, ...own };

  const show = (next: PlaylistValues) => {
    setValues(next);
    setChecked(false);
    clearFailure();
  };
  const settle = (saved: Playlist, sent: PlaylistValues) => {
    setStored(saved);
    // What was typed while the save was on its way is not part of it, and stays.
    setValues((now) => (now === sent ? playlistValues(saved) : now));
    setChecked(false);
  };
  const submit = async (base = stored): Promise<Problems> => {
    setChecked(true);
    const found = playlistProblems(values);
    if (Object.keys(found).length > 0 || saving) return found;
    const saved = await save(values, base);
    if (saved === undefined) return {};
    settle(saved, values);
    if (base === undefined) setCreated(saved);
    return {};
  };
  const conflict = errorCodeOf(failure?.error) === 'EDIT_CONFLICT';
  return {
    values,
    change: (changed: Partial<PlaylistValues>) => {
      clearFailure();
      setValues((now) => ({ ...now, ...changed }));
    },
    changeItems: (next: (items: PlaylistValues['items']) => PlaylistValues['items']) => {
      clearFailure();
      setValues((now) => ({ ...now, items: next(now.items) }));
    },
    problems: problems as Problems,
    dirty,
    saving,
    failure: conflict ? undefined : failureText(problems, failure?.error),
    conflict,
    submit: () => submit(),
    saveOver: async () => {
      const newest = await reload(values);
      if (newest === undefined) return;
      setStored(newest);
      await submit(newest);
    },
    takeStored: async () => {
      const newest = await reload(values);
      if (newest === undefined) return;
      setStored(newest);
      show(playlistValues(newest));
    },
    discard: () => show(storedValues),
  };
}

/** What the server says of fields is in the list of problems (CHE-042). */
function failureText(problems: Problems, error: unknown): string | undefined {
  if (error === undefined || Object.keys(problems).length > 0) return;
  return text('saveFailed', { message: errorText(error) });
}

/** What the server says of single fields; of a forbidden address, the fields that hold it. */
function refusedFields(error: unknown, values: PlaylistValues | undefined): Problems {
  const host = forbiddenHost(error);
  if (host === undefined || values === undefined) return serverFieldErrors(error);
  const addresses = [
    ['fillerUrl', values.fillerUrl],
    ...values.items.map(({ url }, index) => [`contents.${index}.url`, url]),
  ] as const;
  const holders = addresses.filter(([, url]) => hostOf(url) === host);
  return Object.fromEntries(holders.map(([path]) => [path, errorText(error)]));
}

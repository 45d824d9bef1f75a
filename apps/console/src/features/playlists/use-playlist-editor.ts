/** The form of a playlist: its values, the problems of its fields, its save. */
import type { Playlist } from '@interlude/contract';
import { useMemo } from 'react';
import { errorText } from '../../api/api-error.ts';
import { forbiddenHost, hostOf, serverFieldErrors } from '../../api/field-errors.ts';
import { useItemEditor } from '../../components/save-item/use-item-editor.ts';
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
  const { setValues, clearFailure, ...editor } = useItemEditor<PlaylistValues, Playlist>({
    resource: 'playlists',
    item: playlist,
    newValues: () => newPlaylistValues(defaultName(Math.random)),
    valuesOf: playlistValues,
    isChanged,
    isValid: (values) => Object.keys(playlistProblems(values)).length === 0,
    send: (sent, base) =>
      savePlaylist({ ...playlistBody(sent), id: base?.id, updatedAt: base?.updatedAt }),
    onSaved,
    onReload,
  });
  const { values, checked, conflict, failure } = editor;
  const refused = useMemo(() => refusedFields(failure?.error, failure?.values), [failure]);
  const own = useMemo(() => (checked ? playlistProblems(values) : {}), [checked, values]);
  const problems: Problems = { ...refused, ...own };
  return {
    ...editor,
    change: (changed: Partial<PlaylistValues>) => {
      clearFailure();
      setValues((now) => ({ ...now, ...changed }));
    },
    changeItems: (next: (items: PlaylistValues['items']) => PlaylistValues['items']) => {
      clearFailure();
      setValues((now) => ({ ...now, items: next(now.items) }));
    },
    problems,
    failure: conflict ? undefined : failureText(problems, failure?.error),
    /** @returns the problems that keep the values from being sent */
    submit: async (): Promise<Problems> => {
      await editor.submit();
      return playlistProblems(values);
    },
  };
}

/** Undefined when the problems of fields explain the failure (CHE-042). */
function failureText(problems: Problems, error: unknown): string | undefined {
  if (error === undefined || Object.keys(problems).length > 0) return;
  return text('saveFailed', { message: errorText(error) });
}

/** The server's problems by field; for a forbidden address, of the fields that hold it. */
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

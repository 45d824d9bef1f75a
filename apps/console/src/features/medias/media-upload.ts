/** Uploads a file as a source media of an asset: one multipart POST, the file as its last part (API-036). */
import type { Media } from '@interlude/contract';
import { routeUrl } from '@interlude/contract/api';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { showError } from '../../components/confirm/dialogs.ts';
import { toast } from '../../components/toast/toast.ts';
import { sendForm } from '../../components/upload/send-form.ts';
import { fileExtension } from '../../components/upload/upload-check.ts';
import { type SendFile, useUpload } from '../../components/upload/use-upload.ts';
import { text } from '../../messages.ts';
import type { MediaValues } from './media-values.ts';

type UploadedFields = Pick<MediaValues, 'name' | 'titleId'>;

/** The fields in the order in which the server reads them. */
export function mediaForm({ name, titleId }: UploadedFields, file: File): FormData {
  const form = new FormData();
  form.append('name', name);
  form.append('type', 'source');
  form.append('contentType', 'video');
  form.append('titleId', titleId);
  form.append('uploadNew', 'true');
  form.append('ext', fileExtension(file.name));
  form.append('file', file);
  return form;
}

export function sendMedia(fields: UploadedFields, file: File): SendFile<Media> {
  return async ({ signal, onProgress }) => {
    const params = { id: fields.titleId };
    // Renews an expired token before the upload, not after a gigabyte.
    await api(routes.titles.read, { params, signal });
    const path = routeUrl(routes.titles.uploadMedia.path, params);
    const answer = await sendForm({ path, form: mediaForm(fields, file), signal, onProgress });
    const media: Media = JSON.parse(answer);
    return media;
  };
}

/** A failed upload opens a dialog; the file stays selected for Retry (MED-017). */
export function useMediaUpload(onUploaded: (media: Media) => void) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useUpload<Media>({
    onDone: (media) => {
      toast.success(text('saved'));
      void queries.invalidateQueries({ queryKey: [tenant, 'medias', 'list'] });
      onUploaded(media);
    },
    onFailed: (error) =>
      void showError({ title: text('uploadErrorTitle'), text: errorText(error), okLabel: 'OK' }),
  });
}

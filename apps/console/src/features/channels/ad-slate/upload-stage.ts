/** What the upload socket tells, as the console shows it (SLATE-022, OP-28). */
import type { UploadEvent } from '@interlude/contract';

export interface UploadStage {
  readonly words: string;
  /** Percent of this stage; undefined = it is not known how long it takes. */
  readonly percent?: number;
}

/** The event as a line of the upload; undefined for one that ends it with a failure. */
export function uploadStage({ event, progress, message }: UploadEvent): UploadStage | undefined {
  switch (event) {
    case 'uploaded':
      return { words: 'All of the file has arrived.' };
    case 'uploadToAzure':
      return { words: 'The server stores the file.', percent: progress };
    case 'antivirusCheck':
      return { words: message === '' ? 'The file is checked for viruses.' : message };
    case 'updateChannel':
    case 'done':
      return { words: message };
    case 'virusInfected':
    case 'error':
      return undefined;
  }
}

export function stageText({ words, percent }: UploadStage): string {
  return percent === undefined ? words : `${words} ${percent}%`;
}

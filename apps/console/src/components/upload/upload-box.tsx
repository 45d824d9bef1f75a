/** A box to drop or choose a file, with the progress of its upload. */
import { ActionIcon, Button } from '@mantine/core';
import { IconFileUpload, IconMovie, IconX } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { t } from '../../texts/t.ts';
import { ProgressBar } from '../../ui/progress-bar/progress-bar.tsx';
import './upload.css';
import { onDemand } from '../../texts/on-demand.ts';
import { readerLocale } from '../../texts/reader-locale.ts';
import { acceptedEndings, bytesText } from './upload-check.ts';
import type { UploadState } from './use-upload.ts';

interface UploadBoxProps {
  readonly file: File | undefined;
  readonly problem: string | undefined;
  readonly state: UploadState;
  readonly onFile: (file: File | undefined) => void;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
  /** Accepted file extensions with their dots; default: those of medias. */
  readonly endings?: readonly string[];
  /** The hint about the file size. */
  readonly limit?: string;
  /** The reason why no file can be chosen. */
  readonly blocked?: string | undefined;
  /** The step of the server after the upload. */
  readonly stage?: string | undefined;
}

export function UploadBox(props: UploadBoxProps) {
  const { file, problem } = props;
  return (
    <div className="upload">
      {file === undefined ? <FileChooser {...props} /> : <ChosenFile {...props} file={file} />}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function FileChooser(props: UploadBoxProps) {
  const { endings = acceptedEndings, limit = t('at most 1 GB'), blocked } = props;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined && blocked === undefined) props.onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut, the button inside does the same
    <div
      className="upload-drop"
      data-over={(over && blocked === undefined) || undefined}
      data-wrong={props.problem !== undefined || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={22} stroke={1.5} aria-hidden="true" />
      <Button
        variant="default"
        disabled={blocked !== undefined}
        onClick={() => input.current?.click()}
      >
        {t('Choose file')}
      </Button>
      {blocked === undefined ? (
        <p className="dimmed">
          <span className="wide-only">{t('or drop it here.')} </span>
          {endings.join(' or ')}, {limit}.
        </p>
      ) : (
        <p className="dimmed">{blocked}</p>
      )}
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('File')}
        disabled={blocked !== undefined}
        accept={endings.join(',')}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

const percent = onDemand(() => new Intl.NumberFormat(readerLocale(), { style: 'percent' }));

function ChosenFile(props: UploadBoxProps & { file: File }) {
  const { file, state, stage, onFile, onCancel, onRetry } = props;
  const busy = state.kind === 'sending' || state.kind === 'checking';
  return (
    <div className="upload-file">
      <IconMovie size={20} stroke={1.5} aria-hidden="true" />
      <div className="upload-facts">
        <p title={file.name}>{file.name}</p>
        {busy && (
          <ProgressBar
            label={t('Upload of {name}', { name: file.name })}
            value={state.kind === 'sending' ? state.share : undefined}
            max={1}
          />
        )}
        <p className="dimmed num" role="status">
          {stateText(state, file.size, stage)}
        </p>
      </div>
      {state.kind === 'failed' && (
        <Button variant="default" onClick={onRetry}>
          {t('Retry')}
        </Button>
      )}
      {busy ? (
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      ) : (
        <ActionIcon aria-label={t('Remove file')} onClick={() => onFile(undefined)}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

function stateText(state: UploadState, size: number, stage: string | undefined): string {
  if (state.kind === 'sending') {
    const sent = bytesText(state.share * size);
    return t('{share}, {sent} of {size}', {
      share: percent().format(state.share),
      sent,
      size: bytesText(size),
    });
  }
  if (state.kind === 'checking')
    return stage ?? t('Uploaded. The server checks and stores the file…');
  return state.kind === 'failed'
    ? t('{size}, not uploaded', { size: bytesText(size) })
    : bytesText(size);
}

/** The slate of a live channel: choose one or upload one; the platform fills in its address (SLATE-001 to SLATE-022). */
import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { api } from '../../../api/api.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';
import { MediaPlayer } from '../../../components/player/media-player.tsx';
import { UploadBox } from '../../../components/upload/upload-box.tsx';
import { text } from '../../../messages.ts';
import { newId, paths } from '../../../paths.ts';
import { t } from '../../../texts/t.ts';
import { ProgressBar } from '../../../ui/progress-bar/progress-bar.tsx';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { SettingFrame } from '../channel-form/setting-frame.tsx';
import { searchTexts, settingAt } from '../channel-form/setting-texts.ts';
import './ad-slate.css';
import { onDemand } from '../../../texts/on-demand.ts';
import { readerLocale } from '../../../texts/reader-locale.ts';
import { sentence } from '../../../texts/sentence.tsx';
import { slateEndings } from './slate-problems.ts';
import { stageText } from './upload-events.ts';
import { type ChosenSlate, useSlateEncoding } from './use-slate-encoding.ts';
import { useSlateUpload } from './use-slate-upload.ts';

export function AdSlateEditor() {
  const { channelId = newId } = useParams({ strict: false });
  const [chosen, setChosen] = useState<string | null>(null);
  const readSlatesAgain = useReadSlatesAgain();
  const encoding = useSlateEncoding(channelId);
  const choose = (slate: ChosenSlate) => {
    setChosen(slate.titleId);
    encoding.put(slate);
  };
  return (
    <SettingFrame
      name="adSlateManifestUrl"
      texts={[...searchTexts(settingAt('adSlateManifestUrl')), t('choose upload mp4 file')]}
      wide
    >
      <div className="slate">
        <SlateChoice
          chosen={chosen}
          onChoose={choose}
          busy={encoding.state.kind === 'requesting'}
        />
        <SlateFile
          channelId={channelId}
          onUploaded={(slate) => {
            readSlatesAgain();
            choose(slate);
          }}
        />
        {encoding.state.kind === 'encoding' && <ConditioningBar {...encoding.state} />}
        <SlateAddress />
      </div>
    </SettingFrame>
  );
}

/** Every slate of the company (SLATE-003). */
const query = { type: 'ad-slate', limit: -1 } as const;

function useSlates() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'titles', 'list', query],
    queryFn: ({ signal }) => api(routes.titles.list, { query, signal }),
  });
}

function useReadSlatesAgain(): () => void {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [tenant, 'titles', 'list'] });
}

interface SlateChoiceProps {
  readonly chosen: string | null;
  readonly busy: boolean;
  readonly onChoose: (slate: ChosenSlate) => void;
}

function SlateChoice({ chosen, busy, onChoose }: SlateChoiceProps) {
  const { data: slates, isError, isFetching, refetch } = useSlates();
  const choices = slates?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <div>
      <Select
        label={t('Choose an ad slate')}
        description={t(
          'A slate that is not yet in the profile of this channel is encoded first; save the channel afterwards.',
        )}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder={slates?.length === 0 ? t('No ad slates yet') : t('Ad slate')}
        nothingFoundMessage={t('No ad slate has this name')}
        searchable
        allowDeselect={false}
        disabled={busy || slates === undefined || slates.length === 0}
        data={choices}
        value={choices.some(({ value }) => value === chosen) ? chosen : null}
        // Called for the chosen slate too: to choose it again retries it.
        onOptionSubmit={(titleId) => {
          const slate = choices.find(({ value }) => value === titleId);
          if (slate !== undefined) onChoose({ titleId, name: slate.label });
        }}
      />
      {isError && (
        <p className="slate-failure bad" role="alert">
          {text('slatesNotLoaded')}{' '}
          <Button
            variant="default"
            size="compact-xs"
            loading={isFetching}
            onClick={() => void refetch()}
          >
            {t('Retry')}
          </Button>
        </p>
      )}
    </div>
  );
}

interface SlateFileProps {
  readonly channelId: string;
  readonly onUploaded: (slate: ChosenSlate) => void;
}

function SlateFile({ channelId, onUploaded }: SlateFileProps) {
  const upload = useSlateUpload({
    channelId,
    onUploaded: ({ titleId }, file) => onUploaded({ titleId, name: file.name }),
  });
  const { file, problem, stage, state, choose, cancel, start } = upload;
  return (
    <UploadBox
      file={file}
      problem={problem}
      state={state}
      endings={slateEndings}
      limit={t('smaller than 1024 MB')}
      blocked={
        channelId === newId ? t('Save the channel first, then upload a slate for it.') : undefined
      }
      stage={stage && stageText(stage)}
      onFile={choose}
      onCancel={cancel}
      onRetry={() => file !== undefined && start(file)}
    />
  );
}

/** Progress of the conditioning, as far as it is known (SLATE-009, SLATE-014). */
interface ConditioningBarProps {
  readonly slate: ChosenSlate;
  readonly jobId: string;
  readonly percent: number;
}

const share = onDemand(
  () => new Intl.NumberFormat(readerLocale(), { style: 'percent', maximumFractionDigits: 0 }),
);

function ConditioningBar({ slate, jobId, percent }: ConditioningBarProps) {
  return (
    <div className="slate-making">
      <p>
        <span>{sentence('Conditioning {name}', { name: slate.name })}</span>
        <span className="num dimmed">{share().format(percent / 100)}</span>
      </p>
      <ProgressBar
        label={t('Conditioning of {name}', { name: slate.name })}
        value={percent}
        max={100}
      />
      <p className="dimmed">
        <span>
          {t(
            'The URL is filled in when the slate is ready. The job continues if you leave this page.',
          )}
        </span>
        <Link to={paths.job} params={{ jobId }} target="_blank">
          {t('Open the job')}
        </Link>
      </p>
    </div>
  );
}

/** The address of the slate: made by the platform, so it is read-only (SLATE-008). */
function SlateAddress() {
  const { control, formState } = useFormContext<ChannelFormValues>();
  const url = useWatch({ control, name: 'adSlateManifestUrl' }) ?? '';
  const [playing, setPlaying] = useState(false);
  return (
    <>
      <TextInput
        label={t('Ad Slate URL')}
        description={t(
          'Filled in when a slate is ready. While it is empty, viewers see the source after the ads of a break.',
        )}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        readOnly
        value={url}
        error={formState.errors.adSlateManifestUrl?.message}
        rightSection={
          url !== '' && (
            <ActionIcon aria-label={t('Play the ad slate')} onClick={() => setPlaying(true)}>
              <IconPlayerPlay size={16} stroke={1.5} />
            </ActionIcon>
          )
        }
      />
      <MediaPlayer
        media={playing ? { name: t('Ad slate'), url, ext: '' } : undefined}
        onClose={() => setPlaying(false)}
      />
    </>
  );
}

/** The slate of a live channel (SLATE-001 to SLATE-022). */
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { UploadBox } from '../../../components/upload/upload-box.tsx';
import { newId } from '../../../paths.ts';
import { useFollowing } from '../advanced/use-following.ts';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { SettingField } from '../channel-form/setting-field.tsx';
import { SettingFrame } from '../channel-form/setting-frame.tsx';
import './ad-slate.css';
import { ConditioningBar } from './conditioning-bar.tsx';
import { SlateAddress } from './slate-address.tsx';
import { SlateChoice } from './slate-choice.tsx';
import { slateEndings } from './slate-file.ts';
import { useReadSlatesAgain } from './slate-queries.ts';
import { stageText } from './upload-stage.ts';
import { type ChosenSlate, useSlateEncoding } from './use-slate-encoding.ts';
import { useSlateUpload } from './use-slate-upload.ts';

export function AdSlateSection() {
  const { control } = useFormContext<ChannelFormValues>();
  const { channelId = newId } = useParams({ strict: false });
  const used = useWatch({ control, name: 'isUsingAdSlate' }) !== false;
  const following = useFollowing();
  return (
    <>
      <SettingField
        name="isUsingAdSlate"
        kind="switch"
        label="Use Ad Slate"
        help="The slate fills what ads leave of a break, repeated as often as it takes. Off: viewers see the programme there. A change empties the address of the slate."
        wide
        onChanged={following('isUsingAdSlate')}
      />
      {used && <SlateFields channelId={channelId} />}
    </>
  );
}

function SlateFields({ channelId }: { channelId: string }) {
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
      label="Ad slate, upload"
      help="Choose an ad slate or upload an mp4 file"
      wide
    >
      <div className="slate">
        <SlateChoice chosen={chosen} onChoose={choose} busy={encoding.state.kind === 'asking'} />
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
      limit="smaller than 1024 MB"
      blocked={
        channelId === newId ? 'Save the channel first: a slate is uploaded into it.' : undefined
      }
      stage={stage && stageText(stage)}
      onFile={choose}
      onCancel={cancel}
      onRetry={() => file !== undefined && start(file)}
    />
  );
}

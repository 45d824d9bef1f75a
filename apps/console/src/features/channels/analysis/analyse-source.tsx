/**
 * Reads the source in the form: a new channel gets profile and settings from it at once, an existing one is offered
 * them (CHE-027 to CHE-033).
 */
import type { SourceAnalysis } from '@interlude/contract';
import { Button } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { api } from '../../../api/api.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useCancellableCall } from '../../../components/use-cancellable-call.ts';
import { text } from '../../../messages.ts';
import { t } from '../../../texts/t.ts';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { useFormTools } from '../channel-form/form-tools.ts';
import { SettingFrame } from '../channel-form/setting-frame.tsx';
import './analysis.css';
import { type AnalysedSettings, profileOf, settingsOf } from './analysed-values.ts';
import { AnalysisFindings } from './analysis-findings.tsx';
import { callProblemText, sourceProblemText } from './analysis-problem.ts';
import { useEditedChannelId } from './edited-channel.ts';
import { openSection } from './open-section.ts';
import { ProfileUpdate } from './profile-update.tsx';
import { SourcePlayerButton } from './source-player/source-player-button.tsx';
import { analysisRequest } from './source-request.ts';

export function AnalyseSource() {
  return (
    <SettingFrame
      name="analysis"
      texts={[t('Analyse'), t('profile tracks markers warnings play')]}
      wide
    >
      <Panel />
    </SettingFrame>
  );
}

function Panel() {
  const form = useFormContext<ChannelFormValues>();
  const { jsonTexts } = useFormTools();
  const channelId = useEditedChannelId();
  const analysis = useCancellableCall((values: ChannelFormValues, signal) =>
    api(routes.sources.analyse, { body: analysisRequest(values, channelId), signal }),
  );
  const take = useTakeAnalysis();
  const analyse = async () => {
    jsonTexts.settleAll();
    if (!(await form.trigger('sourceManifestUrl', { shouldFocus: true }))) return analysis.clear();
    const answer = await analysis.start(form.getValues());
    if (answer?.error?.type === 'NO_MASTER_MANIFEST') form.setFocus('sourceManifestUrl');
    if (channelId !== undefined || answer === undefined || answer.error !== undefined) return;
    take(answer, settingsOf(answer));
    openSection('profile');
  };
  const requested = analysis.requested?.sourceManifestUrl;
  const about = useWatch({ control: form.control, name: 'sourceManifestUrl' }) === requested;
  const answer = about ? analysis.answer : undefined;
  return (
    <div className="analysis">
      <div className="analysis-tools">
        <Button variant="default" disabled={analysis.running} onClick={() => void analyse()}>
          {analysis.running ? t('Analysing ...') : t('Analyse')}
        </Button>
        {analysis.running && (
          <Button variant="subtle" color="gray" onClick={analysis.cancel}>
            {t('Cancel')}
          </Button>
        )}
        <SourcePlayerButton />
        <span className="dimmed">{t('Reads the source. Nothing is saved.')}</span>
      </div>
      <AnalysisProblem error={about ? analysis.error : undefined} answer={answer} />
      {answer !== undefined && answer.error === undefined && (
        <AnalysisFindings analysis={answer}>
          {channelId === undefined ? (
            <p role="status">{t('Profile and settings are filled in from the source.')}</p>
          ) : (
            <ProfileUpdate analysis={answer} onTake={(settings) => take(answer, settings)} />
          )}
        </AnalysisFindings>
      )}
    </div>
  );
}

/** Writes a profile, and with it some settings, into the form; it is saved with the channel. */
function useTakeAnalysis() {
  const form = useFormContext<ChannelFormValues>();
  return (answer: SourceAnalysis, settings: AnalysedSettings) => {
    const options = { shouldDirty: true, shouldValidate: true };
    if (answer.profile !== undefined) {
      form.setValue('profile', profileOf(answer.profile, form.getValues('profile')), options);
    }
    for (const [name, value] of Object.entries(settings)) {
      form.setValue(name as keyof AnalysedSettings, value, options);
    }
  };
}

interface AnalysisProblemProps {
  readonly error: unknown;
  readonly answer: SourceAnalysis | undefined;
}

function AnalysisProblem({ error, answer }: AnalysisProblemProps) {
  const problem =
    error !== undefined
      ? text('analysisFailed', { message: callProblemText(error) })
      : answer?.error && sourceProblemText(answer.error);
  if (!problem) return null;
  return (
    <p className="bad" role="alert">
      {problem}
    </p>
  );
}

/** The breaks that the settings of the form, saved or not, would find in the source now. */
import type { SourceBreaks } from '@interlude/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { api } from '../../../../api/api.ts';
import { routes } from '../../../../api/contract-routes.ts';
import { useCancellableCall } from '../../../../components/use-cancellable-call.ts';
import { known, t } from '../../../../texts/t.ts';
import type { ChannelFormValues } from '../../channel-form/channel-form-values.ts';
import { useFormTools } from '../../channel-form/form-tools.ts';
import { SettingFrame } from '../../channel-form/setting-frame.tsx';
import '../analysis.css';
import { callProblemText } from '../analysis-problem.ts';
import { useEditedChannelId } from '../edited-channel.ts';
import { breaksRequest } from '../source-request.ts';
import { BreakRows, IgnoredRows } from './break-rows.tsx';
import { BreakRuler } from './break-ruler.tsx';

export function TryItSection() {
  return (
    <SettingFrame name="tryIt" texts={[t('Try it'), t('find breaks markers source now')]} wide>
      <Panel />
    </SettingFrame>
  );
}

function Panel() {
  const form = useFormContext<ChannelFormValues>();
  const { jsonTexts } = useFormTools();
  const channelId = useEditedChannelId();
  const [tried, setTried] = useState('');
  const search = useCancellableCall((values: ChannelFormValues, signal) =>
    api(routes.sources.findBreaks, { body: breaksRequest(values, channelId), signal }),
  );
  const find = async () => {
    jsonTexts.settleAll();
    if (!(await form.trigger('sourceManifestUrl', { shouldFocus: true }))) return search.clear();
    const values = form.getValues();
    setTried(JSON.stringify(breaksRequest(values, channelId)));
    await search.start(values);
  };
  const problem = search.error ? callProblemText(search.error) : search.answer?.error?.message;
  return (
    <div className="analysis">
      <div className="analysis-tools">
        <Button variant="default" disabled={search.running} onClick={() => void find()}>
          {search.running ? t('Reading the source ...') : t('Find breaks')}
        </Button>
        {search.running && (
          <Button variant="subtle" color="gray" onClick={search.cancel}>
            {t('Cancel')}
          </Button>
        )}
        {search.answer && <Outdated tried={tried} channelId={channelId} />}
      </div>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {search.answer && search.answer.error === undefined && <FoundBreaks found={search.answer} />}
    </div>
  );
}

interface OutdatedProps {
  readonly tried: string;
  readonly channelId: string | undefined;
}

/** Settings that were changed since are not in the result yet. */
function Outdated({ tried, channelId }: OutdatedProps) {
  const { getValues } = useFormContext<ChannelFormValues>();
  useWatch<ChannelFormValues>();
  if (JSON.stringify(breaksRequest(getValues(), channelId)) === tried) return null;
  return (
    <span className="dimmed" role="status">
      {t('The settings have changed since: find them again.')}
    </span>
  );
}

function FoundBreaks({ found }: { found: SourceBreaks }) {
  const { breaks, ignored, warnings } = found;
  return (
    <section className="analysis-findings" aria-label={t('Breaks in the source')}>
      <p role="status">{summaryOf(found)}</p>
      {warnings.length > 0 && (
        <ul className="analysis-warnings" aria-label={t('Warnings')}>
          {warnings.map((warning) => (
            <li key={warning}>{known(warning)}</li>
          ))}
        </ul>
      )}
      <BreakRuler found={found} />
      {breaks.length > 0 && <BreakRows breaks={breaks} />}
      {ignored.length > 0 && <IgnoredRows ignored={ignored} />}
    </section>
  );
}

function summaryOf({ breaks, ignored }: SourceBreaks): string {
  const over = t(
    ignored.length === 1 ? '{count} marker is ignored' : '{count} markers are ignored',
    {
      count: ignored.length,
    },
  );
  if (breaks.length > 0) {
    const found = t(breaks.length === 1 ? '{count} break found' : '{count} breaks found', {
      count: breaks.length,
    });
    return ignored.length > 0 ? `${found}, ${over}.` : `${found}.`;
  }
  return ignored.length > 0
    ? t('No breaks found: {over}.', { over })
    : t('The source lists no markers now.');
}

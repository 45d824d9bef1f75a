/** Requests the ad server of the form, saved or not, as a break does, and lists each step. */
import type { AdServerTest } from '@interlude/contract/api';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/api-error.ts';
import { routes } from '../../../api/contract-routes.ts';
import { serverFieldErrors } from '../../../api/field-errors.ts';
import { useCancellableCall } from '../../../components/use-cancellable-call.ts';
import { known, t } from '../../../texts/t.ts';
import { useEditedChannelId } from '../analysis/edited-channel.ts';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { useFormTools } from '../channel-form/form-tools.ts';
import { SettingFrame } from '../channel-form/setting-frame.tsx';
import './ad-server-test.css';
import { sentence } from '../../../texts/sentence.tsx';
import { TestSteps } from './test-steps.tsx';
import { firstViewer, type TestViewer, testedAdSource, testRequest } from './test-viewer.ts';
import { summaryText } from './test-words.ts';
import { TestedAds } from './tested-ads.tsx';
import { ViewerFields } from './viewer-fields.tsx';

export function AdServerTestPanel() {
  return (
    <SettingFrame
      name="adServerTest"
      texts={[t('Test the ad server'), t('request VAST wrapper viewer creatives macros')]}
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
  const [viewer, setViewer] = useState(firstViewer);
  const [tested, setTested] = useState(firstViewer);
  const [missing, setMissing] = useState(false);
  const test = useCancellableCall((requested: TestViewer, signal) =>
    api(routes.adServers.test, {
      body: testRequest(requested, form.getValues(), channelId),
      signal,
    }),
  );
  const start = async () => {
    jsonTexts.settleAll();
    const unset = (testedAdSource(viewer.kind, form.getValues()).url ?? '').trim() === '';
    setMissing(unset);
    setTested(viewer);
    if (unset) test.clear();
    else await test.start(viewer);
  };
  const fieldErrors = serverFieldErrors(test.error);
  return (
    <section className="ad-test" aria-label={t('Test of the ad server')}>
      <ViewerFields
        viewer={viewer}
        errors={fieldErrors}
        onChange={setViewer}
        onEnter={() => void start()}
      />
      <div className="ad-test-tools">
        <Button variant="default" disabled={test.running} onClick={() => void start()}>
          {test.running ? t('Asking ...') : t('Test ad server')}
        </Button>
        {test.running && (
          <Button variant="subtle" color="gray" onClick={test.cancel}>
            {t('Cancel')}
          </Button>
        )}
        <span className="dimmed">{t('Nothing is played, encoded or counted.')}</span>
      </div>
      {missing && (
        <p className="bad" role="alert">
          {t('Enter an ad server URL first.')}
        </p>
      )}
      {test.error !== undefined && (
        <p className="bad" role="alert">
          {refusalText(test.error)}
        </p>
      )}
      {test.answer && (
        <TestResult result={test.answer} breakSeconds={Number(tested.breakDuration)} />
      )}
    </section>
  );
}

/** Sentence about a test that the server refused: the invalid fields, else the error. */
function refusalText(error: unknown): string {
  const fields = Object.entries(serverFieldErrors(error)).map((entry) => entry.join(': '));
  return fields.length > 0
    ? t('Invalid fields: {fields}', { fields: fields.join(', ') })
    : errorText(error);
}

interface TestResultProps {
  readonly result: AdServerTest;
  readonly breakSeconds: number;
}

function TestResult({ result, breakSeconds }: TestResultProps) {
  const { ads, errors, steps, warnings } = result;
  return (
    <section className="ad-test-result" aria-label={t('Result of the test')}>
      <p role="status" data-good={ads.some(({ isInPod }) => isInPod) || undefined}>
        {summaryText(result, breakSeconds)}
      </p>
      {warnings.length > 0 && (
        <ul className="ad-test-warnings" aria-label={t('Warnings')}>
          {warnings.map((warning) => (
            <li key={warning}>{known(warning)}</li>
          ))}
        </ul>
      )}
      {errors.length > 0 && (
        <ul className="ad-test-errors" aria-label={t('Errors')}>
          {errors.map(({ iabErrorCode, message }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two ads may fail alike
            <li key={place}>
              <span className="num">{sentence('IAB {iabErrorCode}', { iabErrorCode })}</span>{' '}
              {known(message)}
            </li>
          ))}
        </ul>
      )}
      {ads.length > 0 && <TestedAds ads={ads} />}
      {steps.length > 0 && <TestSteps steps={steps} />}
    </section>
  );
}

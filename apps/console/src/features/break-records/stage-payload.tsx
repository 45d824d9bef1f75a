/** The recorded details of a stage, unfolded by a click: requests with their answers as received, all else as JSON. */
import type { RecordedStage } from '@interlude/contract';
import { t } from '../../texts/t.ts';
import { entriesOf } from './story-ads.ts';

/** The requests of the stage `asked`, each as a text of the request and one of the answer. */
function requestsOf(stage: RecordedStage) {
  return entriesOf([stage], 'asked', 'requests').map(
    ({ method, url, answer, ...facts }, place) => ({
      key: String(place),
      request: `${String(method)} ${String(url)}\n${JSON.stringify(facts, null, 2)}`,
      answer: typeof answer === 'string' && answer !== '' ? answer : t('The answer had no body.'),
    }),
  );
}

export function StagePayload({ stage }: { stage: RecordedStage }) {
  const requests = requestsOf(stage);
  if (Object.keys(stage.detail).length === 0) return;
  return (
    <details className="stage-payload">
      <summary>{requests.length > 0 ? t('Requests and answers') : t('Recorded')}</summary>
      {requests.map(({ key, request, answer }) => (
        <div key={key}>
          <pre className="mono">{request}</pre>
          <pre className="mono">{answer}</pre>
        </div>
      ))}
      {requests.length === 0 && <pre className="mono">{JSON.stringify(stage.detail, null, 2)}</pre>}
    </details>
  );
}

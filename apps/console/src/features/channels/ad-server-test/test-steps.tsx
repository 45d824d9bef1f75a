/** The chain of requests: URL, time and result of each, with the response to unfold. */
import type { AdServerTest } from '@interlude/contract/api';
import { CopyButton } from '../../../components/copy-id.tsx';
import { known, t } from '../../../texts/t.ts';
import { countText, foundText, millisecondsText } from './test-words.ts';

type Step = AdServerTest['steps'][number];

export function TestSteps({ steps }: Pick<AdServerTest, 'steps'>) {
  return (
    <ol className="ad-test-steps" aria-label={t('Requests')}>
      {steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chain may request one address twice
        <StepItem key={place} step={step} />
      ))}
    </ol>
  );
}

/** Deeper wrappers are not indented any further: a phone has no room for it. */
const deepestIndent = 5;

function StepItem({ step }: { step: Step }) {
  const { url, method, depth, status, tookMs, bytes, found, error, text } = step;
  const parameters = parametersOf(url);
  return (
    <li style={{ marginInlineStart: Math.min(depth, deepestIndent) * 14 }}>
      <p className="ad-test-step">
        <strong>{depth === 0 ? t('Ad server') : t('Wrapper {depth}', { depth })}</strong>
        <span className="num">{status === null ? t('no answer') : status}</span>
        <span className="num">{millisecondsText(tookMs)}</span>
        <span className="num">{countText(bytes, 'byte')}</span>
        <span>{foundText(found)}</span>
      </p>
      {error !== undefined && <p className="bad">{known(error)}</p>}
      <p className="ad-test-url">
        <span className="num">{method}</span> <span className="mono">{url}</span>{' '}
        <CopyButton value={url} label={t('Copy the requested address')} />
      </p>
      {parameters.length > 0 && (
        <details>
          <summary>{countText(parameters.length, 'parameter')}</summary>
          <dl className="ad-test-parameters">
            {parameters.map(([name, value], place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand twice
              <div key={place}>
                <dt className="mono">{name}</dt>
                <dd className="mono">
                  {value === '' ? <i className="dimmed">{t('empty')}</i> : value}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {text !== '' && (
        <details>
          <summary>{t('Answer')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be in reach of the keyboard */}
          <pre tabIndex={0}>{text}</pre>
        </details>
      )}
    </li>
  );
}

function parametersOf(url: string): [string, string][] {
  return URL.canParse(url) ? [...new URL(url).searchParams] : [];
}

/** The settings of a job as JSON. */
import { CopyButton } from '../../../components/copy-id.tsx';
import { sentence } from '../../../texts/sentence.tsx';
import { t } from '../../../texts/t.ts';

export function JobSettings({ settings }: { settings: Readonly<Record<string, unknown>> }) {
  const json = JSON.stringify(settings, null, 2);
  return (
    <section className="job-part" aria-labelledby="job-settings">
      <h2 id="job-settings">
        {sentence('Settings{copyButton}', {
          copyButton: json !== '{}' && <CopyButton value={json} label={t('Copy settings')} />,
        })}
      </h2>
      {json === '{}' ? (
        <p className="dimmed">{t('Only those of its workflow.')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="job-json" tabIndex={0} aria-label={t('Settings as JSON')}>
          <pre className="mono">{json}</pre>
        </section>
      )}
    </section>
  );
}

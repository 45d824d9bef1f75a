/** The service agreement in a dialog that scrolls (PUB-009). */
import { publicText } from '../../texts/public-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { agreement } from './service-agreement.ts';

export function TermsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog
      opened={opened}
      title={publicText('agreement')}
      onClose={onClose}
      width={680}
      actions={
        <button type="button" className="button primary" onClick={onClose}>
          {publicText('agreementRead')}
        </button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="terms" aria-label={publicText('agreementText')} lang="en" tabIndex={0}>
        {agreement.map(({ title, paragraphs }, index) => (
          <section key={title}>
            <h3>
              {index + 1}. {title}
            </h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </section>
    </Dialog>
  );
}

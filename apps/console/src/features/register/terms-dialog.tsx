/** The service agreement in a dialog that scrolls (PUB-009). */
import { Dialog } from '../../ui/dialog.tsx';
import { agreement } from './service-agreement.ts';

export function TermsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog
      opened={opened}
      title="Service agreement"
      onClose={onClose}
      width={680}
      actions={
        <button type="button" className="button primary" onClick={onClose}>
          Ok, got it
        </button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="terms" aria-label="Service agreement text" tabIndex={0}>
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

import { t } from '../../texts/t.ts';
/** The placeholder of a page while its code loads. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label={t('Loading')} className="page-skeleton">
      {['30%', '100%', '100%', '100%', '70%'].map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content have no other name
        <span key={line} className="skeleton" style={{ width }} />
      ))}
    </div>
  );
}

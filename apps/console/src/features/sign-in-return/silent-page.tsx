import { useEffect } from 'react';
import type { PublicPageProps } from '../../app/public/public-router.ts';
import { publicText } from '../../texts/public-texts.ts';

/** Runs in the hidden frame of a silent sign-in and hands the answer to the page around it. */
export function SilentPage({ installation }: PublicPageProps) {
  useEffect(() => {
    if (installation === undefined) return;
    const finish = async () => {
      const { createProvider } = await import('../../api/provider.ts');
      await createProvider(installation).finishSilent();
    };
    // The page around the frame gets the failure as a time-out; the frame itself is hidden.
    void finish().catch(() => undefined);
  }, [installation]);
  return <p className="sr-only">{publicText('signingIn')}</p>;
}

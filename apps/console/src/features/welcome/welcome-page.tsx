import { takesRegistrations } from '../../api/auth-prop.ts';
import type { PublicPageProps } from '../../app/public/public-router.ts';
import { paths } from '../../paths.ts';
import { publicText } from '../../texts/public-texts.ts';
import { SplicePicture } from '../../ui/splice-picture.tsx';

/** The public shell (PUB-001). */
export function WelcomePage({ installation, productName, onSignIn }: PublicPageProps) {
  return (
    <div className="welcome">
      <section>
        <h1>{publicText('welcomeHead')}</h1>
        <p>{publicText('welcomeText', { product: productName })}</p>
        <div className="welcome-actions">
          <button type="button" className="button primary" onClick={onSignIn}>
            {publicText('login')}
          </button>
          {takesRegistrations(installation) && (
            <a className="button" href={paths.register}>
              {publicText('register')}
            </a>
          )}
        </div>
      </section>
      <SplicePicture />
    </div>
  );
}

import { takesRegistrations } from '../../api/auth-prop.ts';
import type { PublicPageProps } from '../../app/public/public-router.ts';
import { paths } from '../../paths.ts';
import { SplicePicture } from '../../ui/splice-picture.tsx';

/** The public shell (PUB-001). */
export function WelcomePage({ installation, productName, onSignIn }: PublicPageProps) {
  return (
    <div className="welcome">
      <section>
        <h1>One stream. Every viewer’s own ads.</h1>
        <p>
          {productName} detects the ad breaks in your live stream, requests ads for every viewer,
          delivers one continuous stream, fires the beacons and counts the views.
        </p>
        <div className="welcome-actions">
          <button type="button" className="button primary" onClick={onSignIn}>
            Login
          </button>
          {takesRegistrations(installation) && (
            <a className="button" href={paths.register}>
              Register
            </a>
          )}
        </div>
      </section>
      <SplicePicture />
    </div>
  );
}

/** Header, page, footer of the public half. */
import { useEffect, useState } from 'react';
import { type AuthProp, defaultProductName, fetchAuthProp } from '../../api/auth-prop.ts';
import { publicPage } from '../../public-pages.tsx';
import { Footer } from '../shell/footer.tsx';
import { useStore } from '../store.ts';
import { PublicHeader } from './public-header.tsx';
import { publicLocation } from './public-router.ts';
import { signIn } from './sign-in.ts';

const noLinks = { support: '', imprint: '', privacy: '', company: '' };

export function PublicApp() {
  const location = useStore(publicLocation);
  const installation = useAuthProp();
  const productName = installation?.productName ?? defaultProductName;
  const { title, Page } = publicPage(location.path);
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
  const onSignIn = () => void signIn(installation);
  return (
    <div className="public">
      <PublicHeader path={location.path} onSignIn={onSignIn} />
      <main className="public-main">
        <Page
          key={location.path}
          location={location}
          installation={installation}
          productName={productName}
          onSignIn={onSignIn}
        />
      </main>
      <Footer installation={{ links: installation?.links ?? noLinks, productName }} />
    </div>
  );
}

function useAuthProp(): AuthProp | undefined {
  const [installation, setInstallation] = useState<AuthProp>();
  useEffect(() => {
    // Without the answer the pages show the defaults; the calls that matter say what is wrong.
    fetchAuthProp().then(setInstallation, () => undefined);
  }, []);
  return installation;
}

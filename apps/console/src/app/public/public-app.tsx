/** Header, page, footer of the public half. */
import { useEffect } from 'react';
import { type AuthProp, defaultProductName, takesRegistrations } from '../../api/auth-prop.ts';
import { paths } from '../../paths.ts';
import { publicPage } from '../../public-pages.tsx';
import { Footer } from '../shell/footer.tsx';
import { useStore } from '../store.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { PublicHeader } from './public-header.tsx';
import { publicLanguage } from './public-language.ts';
import { openPublicPage, publicLocation } from './public-router.ts';
import { useAuthProp } from './use-auth-prop.ts';

const noLinks = { support: '', imprint: '', privacy: '', company: '' };

export function PublicApp() {
  const location = useStore(publicLocation);
  useStore(publicLanguage);
  const installation = useAuthProp();
  const productName = installation?.productName ?? defaultProductName;
  const { title, Page } = publicPage(location.path);
  const documentTitle = `${title()} · ${productName}`;
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  const onSignIn = () => void signIn(installation);
  return (
    <div className="public">
      <PublicHeader
        path={location.path}
        registers={takesRegistrations(installation)}
        onSignIn={onSignIn}
      />
      <main className="public-main">
        <Page
          key={location.path}
          location={location}
          installation={installation}
          productName={productName}
          onSignIn={onSignIn}
        />
      </main>
      <Footer installation={{ links: installation?.links ?? noLinks, productName }}>
        <LanguageSwitch />
      </Footer>
    </div>
  );
}

/** The login button: the external provider when there is one, else the own login page (OP-01). */
async function signIn(installation: AuthProp | undefined): Promise<void> {
  if (!installation?.external) return openPublicPage(paths.login);
  const { createProvider } = await import('../../api/provider.ts');
  await createProvider(installation).signIn(paths.dashboard);
}

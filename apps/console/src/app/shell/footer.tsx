/** Links, version with build time, copyright (NAV-010 to NAV-012). */
import type { ReactNode } from 'react';
import { text } from '../../messages.ts';
import './footer.css';
import type { Installation } from './use-installation.ts';

/** The version that was bundled, in the form `v2.199.0`, with the time of the build. */
export function versionText(version: string, builtAt: string): string {
  const moment = builtAt.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC');
  return text('versionBuilt', { version, moment });
}

const build = typeof __BUILD__ === 'undefined' ? { version: '0.0.0', time: '' } : __BUILD__;

export function Footer({
  installation,
  children,
}: {
  installation: Pick<Installation, 'links' | 'productName'>;
  /** Shown at the end of the footer. */
  children?: ReactNode;
}) {
  const { links, productName } = installation;
  const shown = [
    [text('imprint'), links.imprint],
    [text('privacy'), links.privacy],
    [text('footerCompany'), links.company],
  ] as const;
  return (
    <footer className="footer">
      <ul>
        {shown
          .filter(([, href]) => href !== '')
          .map(([label, href]) => (
            <li key={label}>
              <a href={href} target="_blank" rel="noopener">
                {label}
              </a>
            </li>
          ))}
      </ul>
      <span className="num">{versionText(build.version, build.time)}</span>
      <span>
        © {new Date().getFullYear()} {productName}
      </span>
      {children}
    </footer>
  );
}

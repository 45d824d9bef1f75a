import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { publicText } from '../../texts/public-texts.ts';

/** Any other public path (PUB-004). */
export function NotFoundPage() {
  return (
    <section className="not-found">
      <p className="not-found-code">{text('notFoundCode')}</p>
      <h1>{text('notFoundTitle')}</h1>
      <p>{text('notFoundText')}</p>
      <a className="button" href={paths.welcome}>
        {publicText('backToStart')}
      </a>
    </section>
  );
}

/** The hint of a report: the cause of missing figures and its remedy, below the figures or in their place. */
import { helpNodes } from './help-html.tsx';

/** @param html of a system, as help texts are */
export function CardHint({ html }: { readonly html: string }) {
  return <div className="card-hint dimmed">{helpNodes(html)}</div>;
}

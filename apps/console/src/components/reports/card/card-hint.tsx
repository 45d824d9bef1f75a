/** What a report lacks for more figures, and what to do: below its figures, or where there are none. */
import { helpNodes } from './help-html.tsx';

/** @param html of a system, as help texts are */
export function CardHint({ html }: { readonly html: string }) {
  return <div className="card-hint dimmed">{helpNodes(html)}</div>;
}

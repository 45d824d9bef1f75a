/** The help of a card. Loaded when it is opened. */
import type { RefObject } from 'react';
import { known } from '../../../texts/t.ts';
import { Popup } from '../../../ui/popup.tsx';
import './help-popup.css';
import { t } from '../../../texts/t.ts';
import { helpNodes } from './help-html.tsx';

interface HelpPopupProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly title: string;
  /** HTML. */
  readonly texts: readonly string[];
  readonly onClose: () => void;
}

export function HelpPopup({ anchor, title, texts, onClose }: HelpPopupProps) {
  return (
    <Popup
      label={t('{title}: help', { title })}
      anchor={anchor}
      width={360}
      className="help-popup"
      onClose={onClose}
    >
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard */}
      <div className="help-text" tabIndex={0}>
        <h4>{title}</h4>
        {texts.map((html) => (
          <div key={html}>{helpNodes(known(html))}</div>
        ))}
      </div>
    </Popup>
  );
}

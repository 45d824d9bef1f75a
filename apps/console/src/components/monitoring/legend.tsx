/** The legend of the timeline's colours and shapes (MON-008), without those that the shown channel cannot have. */
import type { ReactNode } from 'react';
import { t } from '../../texts/t.ts';
import { cssColour } from './timeline/colours.ts';
import type { TimelineModel } from './timeline/entries.ts';
import { adColour } from './timeline/lane-shapes.ts';

/** Creatives that are listed; the others share their shades. */
const maxCreatives = 6;

interface Entry {
  readonly key: string;
  readonly mark: ReactNode;
  readonly text: string;
}

const chip = (colour: string, shape = 'block') => (
  <span className="legend-mark" data-shape={shape} style={{ color: colour }} />
);

function entriesOf(model: TimelineModel): Entry[] {
  const { protocol, creatives, findings, splices } = model;
  const ads = creatives.slice(0, maxCreatives).map((ad) => ({
    key: `ad ${ad}`,
    mark: chip(cssColour(adColour(model, ad))),
    text: t('Ad {ad}', { ad }),
  }));
  const more = creatives.length - maxCreatives;
  const dash: Entry[] = [
    { key: 'period', mark: chip(cssColour('period'), 'band'), text: t('Period') },
    { key: 'event', mark: chip(cssColour('event'), 'bar'), text: t('Event') },
  ];
  const fixed = (key: string, mark: ReactNode, text: string): Entry => ({ key, mark, text });
  return [
    fixed('content', chip(cssColour('content')), t('Content')),
    ...(ads.length > 0
      ? ads
      : [fixed('ad', chip(cssColour('ad0')), t('Ad, a shade per creative'))]),
    ...(more > 0 ? [fixed('more', chip(cssColour('ad0')), t('{more} more ads', { more }))] : []),
    fixed('slate', chip(cssColour('slate'), 'hatch'), t('Slate')),
    fixed('cue', chip(cssColour('cue'), 'flag'), t('Break begins, ends')),
    fixed('discontinuity', chip(cssColour('text'), 'down'), t('Discontinuity')),
    ...(protocol === 'dash' ? dash : []),
    fixed('gap', chip(cssColour('bad'), 'hatch'), t('Gap')),
    fixed('error', chip(cssColour('bad'), 'disc'), t('Error')),
    fixed('warning', chip(cssColour('warn'), 'triangle'), t('Warning')),
    ...(findings.some(({ closedAt }) => closedAt !== null)
      ? [fixed('closed', chip(cssColour('bad'), 'ring'), t('Closed finding'))]
      : []),
    ...(splices.length > 0
      ? [fixed('splice', chip(cssColour('dimmed'), 'bar'), t('Splice without a picture'))]
      : []),
    fixed('edge', chip(cssColour('accent'), 'bar'), t('Now')),
  ];
}

export function Legend({ model }: { model: TimelineModel }) {
  return (
    <ul className="timeline-legend" aria-label={t('Legend')}>
      {entriesOf(model).map(({ key, mark, text }) => (
        <li key={key} title={text}>
          {mark}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

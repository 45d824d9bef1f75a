import { annotationKinds } from '@interlude/contract';
import { defaultPeriods } from '@interlude/reporting';
import { describe, expect, it } from 'vitest';
import { definition } from '../../../testing/reports.suite.ts';
import { type CardSettings, defaultSettings, resolvedReport } from '../card-settings.ts';
import { cardOfSearch, channelsOfSearch } from '../report-search.ts';
import { isSameState, searchOfView, stateOfPage } from './page-state.ts';

const report = resolvedReport('s1', definition('countries', { viewOptions: ['map', 'table'] }));
const state = (change: Partial<CardSettings> = {}, channelIds: string[] = []) =>
  stateOfPage({
    ...{ periods: defaultPeriods, channelIds, kinds: annotationKinds },
    cards: [{ report, settings: { ...defaultSettings(report.definition), ...change } }],
  });

describe('the state of the page', () => {
  it('has periods, comparison, channels, marks, and of a card what differs from its defaults', () => {
    expect(state()).toEqual({
      ...{ period: 'Last week', compare: 'Previous period', channels: 'all', marks: 'all' },
    });
    const changed = state({ viewOption: 'table', campaignName: 'spring' }, ['a', 'b']);
    expect(changed).toMatchObject({ channels: 'a,b', 'view.s1/countries': 'table' });
    expect(cardOfSearch(changed, 's1/countries')).toEqual({
      ...{ viewOption: 'table', campaignName: 'spring' },
    });
  });

  it('is the same in whatever order its parts are', () => {
    const one = state({ timing: '30d' });
    expect(isSameState(one, Object.fromEntries(Object.entries(one).toReversed()))).toBe(true);
    expect(isSameState(one, state())).toBe(false);
    expect(isSameState(state(), one)).toBe(false);
  });

  it('names the view in the address, with what others need who do not see it', () => {
    const short = searchOfView({ id: 'v1', state: state({ timing: '30d' }, ['a']) });
    expect(short).toEqual({
      ...{ period: 'Last week', compare: 'Previous period', channels: 'a', marks: 'all' },
      saved: 'v1',
    });
    const many = Array.from({ length: 1_000 }, (_none, index) => `channel-${index}`);
    const long = state({}, many);
    expect(channelsOfSearch(long)).toEqual(many);
    expect(searchOfView({ id: 'v1', state: long })).not.toHaveProperty('channels');
  });
});

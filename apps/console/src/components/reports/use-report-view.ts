/**
 * The state that the cards of a page share: periods, channels, settings and pins. The address wins over what is saved;
 * a change goes to both.
 */

import type { AnnotationKind, SavedView } from '@interlude/contract';
import { type Clock, type Periods, periodsOf, storedPeriods } from '@interlude/reporting';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';
import { useAppMetadata } from '../app-metadata/use-app-metadata.ts';
import { toast } from '../toast/toast.ts';
import { kindsOfSearch, withKinds } from './annotations/mark-kinds.ts';
import { type BreakFilter, filterOf, withFilter } from './breaks-behind/break-filter.ts';
import {
  type CardSettings,
  isSameReport,
  type ResolvedReport,
  reportKey,
  resolveItems,
  settingsOf,
  togglePin,
  withSettings,
} from './card-settings.ts';
import {
  cardOfSearch,
  channelsOfSearch,
  periodsOfSearch,
  type ReportSearch,
  reportSearch,
  searchOfChannels,
  searchOfPeriods,
  withCard,
} from './report-search.ts';
import { searchOfView, stateOfPage } from './saved-views/page-state.ts';
import { useSavedViews } from './saved-views/use-saved-views.ts';
import { useClock } from './use-clock.ts';

export interface ReportView {
  /** False until the saved choices are known. */
  readonly ready: boolean;
  readonly loadError: unknown;
  readonly clock: Clock;
  readonly periods: Periods;
  readonly channelIds: readonly string[];
  /** The user error messages from state (PER-021, CHS-010). */
  readonly periodError: string | undefined;
  readonly channelError: string | undefined;
  readonly applyPeriods: (periods: Periods) => Promise<void>;
  readonly applyChannels: (selected: readonly string[]) => Promise<void>;
  /** Reloads what is saved (PER-020, CHS-009). */
  readonly cancel: () => void;
  readonly settingsOf: (report: ResolvedReport) => CardSettings;
  readonly changeCard: (report: ResolvedReport, settings: CardSettings) => void;
  readonly isPinned: (report: ResolvedReport) => boolean;
  /** Items of the dashboard, whether or not they have a report. */
  readonly pinnedCount: number;
  /** The reports of the dashboard in its order (DASH-003). */
  readonly pinnedOf: (reports: readonly ResolvedReport[]) => ResolvedReport[];
  readonly pin: (report: ResolvedReport) => void;
  /** Kinds of marks on charts over time. */
  readonly markKinds: readonly AnnotationKind[];
  readonly showMarks: (kinds: readonly AnnotationKind[]) => void;
  readonly savedView: OpenView;
  /** The state that a saved view stores. @param reports all of the page */
  readonly stateOf: (reports: readonly ResolvedReport[]) => ReportSearch;
  /** The filter of this card while the breaks behind one of its figures are shown. */
  readonly breaksOf: (report: ResolvedReport) => BreakFilter | undefined;
  /** @param filter undefined closes the breaks */
  readonly showBreaks: (report: ResolvedReport, filter: BreakFilter | undefined) => void;
}

/** The saved view that the address names. */
export interface OpenView {
  readonly opened: SavedView | undefined;
  /** The address names a view that does not exist. */
  readonly isMissing: boolean;
  readonly open: (view: SavedView) => void;
  /** Removes the view from the address; the state of the page stays. */
  readonly close: () => void;
}

/** The list of app metadata in which the cards of a page keep their settings. */
type SettingsList = 'dashboardItems' | 'reportSettings';

export function useReportView(list: SettingsList): ReportView {
  const clock = useClock();
  const { saved: viewId, ...named } = reportSearch(useSearch({ strict: false }));
  const views = useSavedViews(viewId !== undefined);
  const opened = views.data?.find(({ id }) => id === viewId);
  const isMissing = viewId !== undefined && views.data !== undefined && !opened;
  const address = viewId === undefined || isMissing ? named : { ...named, saved: viewId };
  // Parts that the address lacks come from the saved view that it names.
  const search: ReportSearch = { ...opened?.state, ...address };
  const navigate = useNavigate();
  const { saved, error, reload, saveLater, saveNow } = useAppMetadata();
  const [errors, setErrors] = useState<{ periods?: string; channels?: string }>({});
  const write = (next: ReportSearch) =>
    void navigate({
      to: '.',
      search: reportSearch(next),
      hash: true,
      replace: true,
      resetScroll: false,
    });
  const periods = periodsOfSearch(search, clock.zone) ?? periodsOf(saved?.timePeriods, clock.zone);
  const channelIds = channelsOfSearch(search) ?? saved?.selectedChannels ?? [];
  const ready = saved !== undefined && (viewId === undefined || !views.isPending);
  // A dashboard is personal: its address gets no periods until something is changed there.
  const isWritten = search['period'] !== undefined || list === 'dashboardItems';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the saved choices are known
  useEffect(() => {
    if (!ready || isWritten) return;
    write({ ...address, ...searchOfPeriods(periods), ...searchOfChannels(channelIds) });
  }, [ready, isWritten]);
  const markKinds = kindsOfSearch(search);
  const items = saved?.dashboardItems ?? [];
  const isPinned = (report: ResolvedReport) => items.some((item) => isSameReport(item, report));
  const cardSettings = (report: ResolvedReport) =>
    settingsOf(
      report,
      opened ? [] : (saved?.[list] ?? []),
      cardOfSearch(search, reportKey(report)),
    );
  /** Awaits a save, then writes the address. A failure is shown at its selector, and thrown. */
  const save = async (kind: 'periods' | 'channels', saving: Promise<void>, next: ReportSearch) => {
    try {
      await saving;
      setErrors({});
      write({ ...address, ...next });
    } catch (failure) {
      setErrors({ [kind]: text('settingsSaveFailed', { msg: errorText(failure) }) });
      throw failure;
    }
  };
  return {
    ...{ ready, loadError: error, clock, periods, channelIds, isPinned },
    periodError: errors.periods,
    channelError: errors.channels,
    applyPeriods: (next) =>
      save('periods', saveNow({ timePeriods: storedPeriods(next) }), searchOfPeriods(next)),
    applyChannels: (next) =>
      save('channels', saveNow({ selectedChannels: [...next] }), searchOfChannels(next)),
    pinnedCount: items.length,
    pinnedOf: (reports) => resolveItems(items, reports),
    cancel: () => {
      setErrors({});
      reload();
    },
    settingsOf: cardSettings,
    changeCard: (report, settings) => {
      write(withCard(address, reportKey(report), settings));
      // Changes within a saved view stay in the address: the person's own settings are not changed.
      if (!opened) saveLater({ [list]: withSettings(saved?.[list] ?? [], report, settings) });
    },
    breaksOf: (report) => filterOf(address, reportKey(report)),
    showBreaks: (report, filter) => write(withFilter(address, reportKey(report), filter)),
    markKinds,
    showMarks: (kinds) => write(withKinds(address, kinds)),
    savedView: {
      opened,
      isMissing,
      open: (each) => write(searchOfView(each)),
      close: () => {
        write({ ...named, ...searchOfPeriods(periods), ...searchOfChannels(channelIds) });
      },
    },
    stateOf: (reports) =>
      stateOfPage({
        ...{ periods, channelIds, kinds: markKinds },
        cards: reports.map((report) => ({ report, settings: cardSettings(report) })),
      }),
    pin: (report) => {
      const { system, chart, definition } = report;
      const wasPinned = isPinned(report);
      const next = togglePin(items, { system, chart, ...cardSettings(report) });
      saveNow({ dashboardItems: next }).then(
        () =>
          toast.success(
            wasPinned
              ? t('{title} was removed from the dashboard.', { title: definition.title })
              : t('{title} was added to the dashboard.', { title: definition.title }),
            {
              label: t('Undo'),
              run: () => {
                saveNow({ dashboardItems: [...items] }).catch(showFailure);
              },
            },
          ),
        showFailure,
      );
    },
  };
}

function showFailure(error: unknown): void {
  toast.error(text('settingsSaveFailed', { msg: errorText(error) }));
}

/** The settings of a section, out of the contract's descriptors: those that the type of channel has. */
import {
  type EditedSetting,
  editedSettings,
  isShownFor,
  type SettingPath,
  type SettingSectionId,
} from '@interlude/contract';
import { type ComponentType, Fragment, type ReactNode, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { t } from '../../../texts/t.ts';
import { AdServerTestPanel } from '../ad-server-test/ad-server-test-panel.tsx';
import { AdSlateEditor } from '../ad-slate/ad-slate-editor.tsx';
import { AnalyseSource } from '../analysis/analyse-source.tsx';
import { ProfileState } from '../analysis/profile-state.tsx';
import type { ChannelFormValues } from './channel-form-values.ts';
import { AdBeacons } from './editors/ad-beacons.tsx';
import { adSourceEditors } from './editors/ad-source.tsx';
import { ChannelTypeEditor } from './editors/channel-type.tsx';
import { PrefetchSchedules } from './editors/prefetch-schedules.tsx';
import { GrowingPlaylist, UseHmac } from './editors/setting-toggle.tsx';
import { SsaiCluster } from './editors/ssai-cluster.tsx';
import { UpdatePeriod } from './editors/update-period.tsx';
import { useFormTools } from './form-tools.ts';
import { SettingField, type SettingFieldProps } from './setting-field.tsx';
import { settingAt } from './setting-texts.ts';

type Pieces = Readonly<Partial<Record<SettingPath, ComponentType>>>;

/** Settings that are more than one input. */
const editors: Pieces = {
  ...adSourceEditors,
  type: ChannelTypeEditor,
  systemId: SsaiCluster,
  minimumSourceUpdatePeriod: UpdatePeriod,
  'internalBeacons.events': AdBeacons,
  prefetchSchedules: PrefetchSchedules,
  startAtDvrWindow: GrowingPlaylist,
  adSlateManifestUrl: AdSlateEditor,
  'stitcher.removeTrackingTemplate': RemoveTrackingTemplate,
  'authentication.hmac': UseHmac,
};

/** Tools that belong below a setting. */
const below: Pieces = {
  sourceManifestUrl: AnalyseSource,
  profile: ProfileState,
  cohortsEnabled: AdServerTestPanel,
};

/** Folded away at the end of its section. */
const folded: Readonly<Partial<Record<SettingPath, string>>> = {
  segmentationConfiguration: t('All of it as JSON'),
};

export function SettingList({ section }: { readonly section: SettingSectionId }) {
  const shown = useShownSettings(section);
  useValidWhenLeft(section);
  const isFolded = ({ path }: EditedSetting) => folded[path] !== undefined;
  return [...shown.filter((each) => !isFolded(each)), ...shown.filter(isFolded)].map(({ path }) => {
    const Below = below[path];
    return (
      <Fragment key={path}>
        <SettingEditor path={path} />
        {Below !== undefined && <Below />}
      </Fragment>
    );
  });
}

function SettingEditor({ path }: { readonly path: SettingPath }) {
  const Editor = editors[path];
  const title = folded[path];
  if (Editor !== undefined) return <Editor />;
  const field = <SettingField name={path as SettingFieldProps['name']} />;
  return title === undefined ? field : <FoldedSetting title={title}>{field}</FoldedSetting>;
}

/** Settings that no switch turns off; a search also finds those that are turned off. */
function useShownSettings(section: SettingSectionId): readonly EditedSetting[] {
  const { control } = useFormContext<ChannelFormValues>();
  const type = useWatch({ control, name: 'type' }) ?? 'hls-live';
  const searching = useFormTools().search !== '';
  const own = editedSettings.filter((each) => each.section === section);
  const switches = own.flatMap(({ shownWith }) => (shownWith === undefined ? [] : [shownWith]));
  const names = [...new Set(switches)] as SettingPath[];
  const values = useWatch({ control, name: names as SettingFieldProps['name'][] });
  const isOn = (path: SettingPath): boolean => {
    const value: unknown = values[names.indexOf(path)];
    const around = settingAt(path).shownWith as SettingPath | undefined;
    const isSet = searching ? value !== undefined : value !== undefined && value !== false;
    return isSet && (around === undefined || isOn(around));
  };
  return own.filter(
    (each) =>
      each.editedIn === undefined &&
      isShownFor(each, type) &&
      (each.shownWith === undefined || isOn(each.shownWith as SettingPath)),
  );
}

/**
 * Another type of channel may not have this section: a value that nobody can see must not keep the channel from being
 * saved, so an invalid one is reset when the section is left out.
 */
function useValidWhenLeft(section: SettingSectionId): void {
  const { getFieldState, resetField } = useFormContext<ChannelFormValues>();
  useEffect(() => {
    const paths = editedSettings.filter((each) => each.section === section).map(({ path }) => path);
    return () => {
      for (const path of paths as SettingFieldProps['name'][]) {
        if (getFieldState(path).invalid) resetField(path);
      }
    };
  }, [section, getFieldState, resetField]);
}

function RemoveTrackingTemplate() {
  const { control } = useFormContext<ChannelFormValues>();
  const provided = useWatch({ control, name: 'stitcher.provideVastURL' });
  return <SettingField name="stitcher.removeTrackingTemplate" disabled={provided !== true} />;
}

interface FoldedSettingProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A setting that few need; a search and a link to it unfold it. */
function FoldedSetting({ title, children }: FoldedSettingProps) {
  const [open, setOpen] = useState(false);
  const searching = useFormTools().search !== '';
  return (
    <details
      className="setting-details"
      open={open || searching}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}

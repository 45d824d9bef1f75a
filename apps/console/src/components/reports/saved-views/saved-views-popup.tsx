/** The list of saved views: opened, renamed, copied as a link, removed; and the present one saved. */
import {
  operators,
  type SavedView,
  type SavedViewScope,
  savedViewLimits,
  savedViewScopes,
} from '@interlude/contract';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { type RefObject, type SubmitEvent, useState } from 'react';
import { errorText } from '../../../api/api-error.ts';
import { useSession } from '../../../app/session.ts';
import { paths } from '../../../paths.ts';
import { sentence } from '../../../texts/sentence.tsx';
import { t } from '../../../texts/t.ts';
import { Popup } from '../../../ui/popup.tsx';
import { copyText } from '../../copy-id.tsx';
import { SegmentedChoice } from '../../segmented-choice/segmented-choice.tsx';
import { toast } from '../../toast/toast.ts';
import type { ReportSearch } from '../report-search.ts';
import type { ReportView } from '../use-report-view.ts';
import { useSavedViewChanges, useSavedViews } from './use-saved-views.ts';

interface SavedViewsPopupProps {
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly view: ReportView;
  /** State of the page; undefined while its reports are loading. */
  readonly state: ReportSearch | undefined;
  /** The state of the page differs from that of the open view. */
  readonly isChanged: boolean;
  readonly onClose: () => void;
}

const scopeNames: Readonly<Record<SavedViewScope, string>> = {
  own: t('Mine'),
  company: t('Company'),
};

export function SavedViewsPopup({ anchor, view, state, isChanged, onClose }: SavedViewsPopupProps) {
  const { data, error, isPending, refetch } = useSavedViews();
  const mayWrite = operators.includes(useSession().user.role);
  const { opened, open } = view.savedView;
  const changes = useSavedViewChanges();
  const row = (each: SavedView) => (
    <ViewRow
      key={each.id}
      view={each}
      isOpen={each.id === opened?.id}
      mayChange={each.scope === 'own' || mayWrite}
      changes={changes}
      onOpen={() => {
        open(each);
        onClose();
      }}
      onRemoved={() => {
        if (each.id === opened?.id) view.savedView.close();
        // The popup is modal: it would block the button Undo of the toast.
        onClose();
      }}
    />
  );
  const mayChangeOpen = opened !== undefined && (opened.scope === 'own' || mayWrite);
  return (
    <Popup
      label={t('Saved views')}
      anchor={anchor}
      width={340}
      className="saved-views"
      onClose={onClose}
    >
      <div className="saved-views-lists">
        {isPending && (
          <p className="dimmed" role="status">
            {t('Loading')}
          </p>
        )}
        {error && data === undefined && (
          <p className="bad" role="alert">
            {errorText(error)}{' '}
            <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
              {t('Retry')}
            </Button>
          </p>
        )}
        {data?.length === 0 && (
          <p className="dimmed">
            {t(
              'None yet. A view keeps the periods, channels, marks and the settings of all cards.',
            )}
          </p>
        )}
        {savedViewScopes.map((scope) => {
          const views = data?.filter((each) => each.scope === scope) ?? [];
          return views.length === 0 ? null : (
            <section
              key={scope}
              aria-label={t('{scopeNames}: views', { scopeNames: scopeNames[scope] })}
            >
              <h4 className="dimmed">{scopeNames[scope]}</h4>
              <ul>{views.map(row)}</ul>
            </section>
          );
        })}
      </div>
      {isChanged && mayChangeOpen && state !== undefined && (
        <p className="saved-views-changed">
          <span>{sentence('{name} was changed on this page.', { name: opened.name })}</span>
          <Button
            size="compact-sm"
            variant="default"
            loading={changes.update.isPending}
            onClick={() =>
              changes.update.mutate(
                { id: opened.id, state: { ...state } },
                {
                  onSuccess: (saved) => {
                    open(saved);
                    toast.success(t('The view {name} was saved.', { name: saved.name }));
                  },
                  onError: (failed) => toast.error(errorText(failed)),
                },
              )
            }
          >
            {t('Save changes')}
          </Button>
        </p>
      )}
      <NewView
        state={state}
        mayWrite={mayWrite}
        create={changes.create}
        onSaved={(saved) => {
          open(saved);
          onClose();
          toast.success(t('The view {name} was saved.', { name: saved.name }));
        }}
      />
    </Popup>
  );
}

interface ViewRowProps {
  readonly view: SavedView;
  readonly isOpen: boolean;
  readonly mayChange: boolean;
  readonly changes: ReturnType<typeof useSavedViewChanges>;
  readonly onOpen: () => void;
  readonly onRemoved: () => void;
}

function ViewRow({ view, isOpen, mayChange, changes, onOpen, onRemoved }: ViewRowProps) {
  const [renaming, setRenaming] = useState(false);
  const { id, name, scope, createdBy } = view;
  const { update, remove } = changes;
  if (renaming) {
    return (
      <li>
        <NameForm
          label={t('New name')}
          initial={name}
          button={t('Rename')}
          isBusy={update.isPending}
          problem={update.error}
          onSubmit={(changed) =>
            update.mutate({ id, name: changed }, { onSuccess: () => setRenaming(false) })
          }
          onCancel={() => {
            update.reset();
            setRenaming(false);
          }}
        />
      </li>
    );
  }
  return (
    <li data-open={isOpen || undefined}>
      <button
        type="button"
        className="saved-view-open"
        aria-current={isOpen || undefined}
        title={scope === 'company' ? t('{name}, by {createdBy}', { name, createdBy }) : name}
        onClick={onOpen}
      >
        {name}
      </button>
      <ActionIcon
        aria-label={t('Copy the link of {name}', { name })}
        onClick={() => void copyText(`${location.origin}${paths.reports}?saved=${id}`)}
      >
        <IconLink size={15} stroke={1.7} />
      </ActionIcon>
      {mayChange && (
        <>
          <ActionIcon aria-label={t('Rename {name}', { name })} onClick={() => setRenaming(true)}>
            <IconPencil size={15} stroke={1.7} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('Remove {name}', { name })}
            onClick={() => void remove(view).then((removed) => removed && onRemoved())}
          >
            <IconTrash size={15} stroke={1.7} />
          </ActionIcon>
        </>
      )}
    </li>
  );
}

interface NameFormProps {
  readonly label: string;
  readonly initial?: string;
  readonly button: string;
  readonly isBusy: boolean;
  readonly problem: unknown;
  readonly isDisabled?: boolean;
  readonly onSubmit: (name: string) => void;
  readonly onCancel?: () => void;
}

function NameForm(props: NameFormProps) {
  const { label, initial = '', button, isBusy, problem, isDisabled, onSubmit, onCancel } = props;
  const [name, setName] = useState(initial);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !isBusy) onSubmit(name.trim());
  };
  return (
    <form
      className="saved-view-form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || onCancel === undefined) return;
        // Escape cancels the renaming, and does not close the popup.
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextInput
        aria-label={label}
        placeholder={label}
        maxLength={savedViewLimits.nameCharacters}
        value={name}
        error={problem ? errorText(problem) : undefined}
        // The field replaces the button that was pressed, so it takes the focus.
        autoFocus={onCancel !== undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" loading={isBusy} disabled={isDisabled || name.trim() === ''}>
        {button}
      </Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      )}
    </form>
  );
}

interface NewViewProps {
  readonly state: ReportSearch | undefined;
  readonly mayWrite: boolean;
  readonly create: ReturnType<typeof useSavedViewChanges>['create'];
  readonly onSaved: (view: SavedView) => void;
}

function NewView({ state, mayWrite, create, onSaved }: NewViewProps) {
  const [scope, setScope] = useState<SavedViewScope>('own');
  return (
    <div className="saved-views-new">
      <h4>{t('Save this view')}</h4>
      <NameForm
        label={t('Name')}
        button={t('Save')}
        isBusy={create.isPending}
        isDisabled={state === undefined}
        problem={create.error}
        onSubmit={(name) => {
          if (state === undefined) return;
          create.mutate({ name, scope, state }, { onSuccess: onSaved });
        }}
      />
      {mayWrite && (
        <SegmentedChoice
          label={t('Who sees it')}
          choices={savedViewScopes.map((each) => [each, scopeNames[each]] as const)}
          value={scope}
          onChange={setScope}
        />
      )}
    </div>
  );
}

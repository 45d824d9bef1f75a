/** Finds breaks by a session, a creative or an ad server; the search is in the address. */
import type { FoundRecord } from '@interlude/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { t } from '../../texts/t.ts';
import { type BreakPlace, type FindBy, findChoices, isSession } from './break-record-search.ts';
import { keptText } from './break-record-words.ts';

type Sought = Pick<BreakPlace, 'by' | 'find'>;

const placeholders: Readonly<Record<FindBy, string>> = {
  creative: t('UniversalAdId, or id of the creative or ad'),
  adServer: 'ads.example.com',
  session: t('22 characters, as sent to the ad server'),
};

interface BreakFinderProps {
  readonly channelId: string;
  readonly sought: Sought;
  readonly onSeek: (sought: Sought) => void;
  readonly onOpen: (found: FoundRecord) => void;
}

function useFound(channelId: string, { by, find }: Sought) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'break-records', channelId, 'found', by, find],
    queryFn: ({ signal }) =>
      api(routes.breakRecords.find, {
        query: { channelId, ...(by !== undefined && { [by]: find }) },
        signal,
      }),
    enabled: by !== undefined && find !== undefined && !(by === 'session' && !isSession(find)),
    retry: false,
  });
}

export function BreakFinder({ channelId, sought, onSeek, onOpen }: BreakFinderProps) {
  const [by, setBy] = useState<FindBy>(sought.by ?? 'creative');
  const [value, setValue] = useState(sought.find ?? '');
  const found = useFound(channelId, sought);
  const isWrongSession = sought.by === 'session' && !isSession(sought.find ?? '');
  return (
    <search className="break-finder">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const find = value.trim();
          onSeek(find === '' ? {} : { by, find });
        }}
      >
        <Select
          aria-label={t('Find breaks by')}
          size="xs"
          allowDeselect={false}
          data={findChoices}
          value={by}
          onChange={(next) =>
            setBy(findChoices.find((each) => each.value === next)?.value ?? 'creative')
          }
        />
        <TextInput
          aria-label={t('Id or host')}
          placeholder={placeholders[by]}
          maxLength={200}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={found.isFetching}>
          {t('Find')}
        </Button>
      </form>
      {isWrongSession && (
        <p className="bad" role="alert">
          {t(
            'A session is 22 letters, digits, - and _: ad servers and trackers get it as the session.',
          )}
        </p>
      )}
      {sought.find !== undefined && found.error !== null && (
        <p className="bad" role="alert">
          {errorText(found.error)}
        </p>
      )}
      {found.data && <Found found={found.data} onOpen={onOpen} onClear={() => onSeek({})} />}
    </search>
  );
}

interface FoundProps extends Pick<BreakFinderProps, 'onOpen'> {
  readonly found: readonly FoundRecord[];
  readonly onClear: () => void;
}

function Found({ found, onOpen, onClear }: FoundProps) {
  return (
    <div className="break-found">
      <p>
        {found.length === 0
          ? t(
              'Nothing recorded: the stages of every session are not kept, and none for longer than 24 hours.',
            )
          : t('Sessions in breaks, the newest first')}
        <button type="button" onClick={onClear}>
          {t('Clear')}
        </button>
      </p>
      <ul aria-label={t('Found breaks')}>
        {found.map((each) => (
          <li key={`${each.breakId} ${each.session}`}>
            <button type="button" onClick={() => onOpen(each)}>
              <AbsoluteTime at={each.at} />
            </button>
            <span className="mono dimmed">{each.session.slice(0, 8)}</span>
            <span className="dimmed">{keptText(each)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

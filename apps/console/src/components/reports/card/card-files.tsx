/** The download icon of a card: its figures as a spreadsheet or a text, and its picture (REP-006, EXP-001). */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ECharts } from 'echarts/core';
import type { RefObject } from 'react';
import { errorText } from '../../../api/api-error.ts';
import { t } from '../../../texts/t.ts';
import { toast } from '../../toast/toast.ts';
import { exportFileName } from '../export/file-name.ts';
import { saveFile } from '../export/save-file.ts';
import type { Exported } from '../export/workbook.ts';

interface CardFilesProps {
  readonly title: string;
  readonly reportName: string;
  /** Undefined while there is nothing to export. */
  readonly exported: Omit<Exported, 'nowMs'> | undefined;
  readonly chart: RefObject<ECharts | undefined>;
  readonly card: RefObject<HTMLElement | null>;
  /** Lines below the title of the picture. */
  readonly lines: readonly string[];
}

const kinds = [
  ['xlsx', 'Spreadsheet (.xlsx)'],
  ['csv', 'Text (.csv)'],
  ['png', 'Picture (.png)'],
] as const;
type Kind = (typeof kinds)[number][0];

async function contentOf(kind: Kind, props: CardFilesProps, exported: Exported): Promise<Blob> {
  if (kind === 'png') return (await import('./card-picture.ts')).cardPicture(props, exported);
  const { exportSheets } = await import('../export/workbook.ts');
  const sheets = exportSheets(exported);
  if (kind === 'xlsx') {
    return (await import('../export/write-workbook.ts')).writeWorkbook(sheets);
  }
  const { csvText } = await import('../export/cell-values.ts');
  return new Blob([csvText(sheets)], { type: 'text/csv;charset=utf-8' });
}

export function CardFiles(props: CardFilesProps) {
  const { title, reportName, exported } = props;
  const save = async (kind: Kind) => {
    if (exported === undefined) return;
    const nowMs = Date.now();
    try {
      const content = await contentOf(kind, props, { ...exported, nowMs });
      saveFile(content, exportFileName(reportName, exported.interval, nowMs, kind));
    } catch (error) {
      toast.error(t('The file could not be made: {error}', { error: errorText(error) }));
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          aria-label={t('Download: {title}', { title })}
          disabled={exported === undefined}
        >
          <IconDownload size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(([kind, name]) => (
          <Menu.Item key={kind} onClick={() => void save(kind)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

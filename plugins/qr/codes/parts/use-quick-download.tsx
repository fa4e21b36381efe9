import { IconDownload } from '@arco-design/web-react/icon';
import { type RowAction, useAddressQuestion } from '@waypost/host-sdk';
import type { CodeRow } from '../code-row.ts';
import { useDownload } from './use-download.ts';

/** Side of a downloaded PNG from a list; the code's page offers others. */
const QUICK_PNG_SIZE = 1024;

/** Downloads the picture of a code with no choices, asking first where nobody outside could open what it encodes. */
export function useQuickPicture() {
  const { download, isRunning } = useDownload();
  const isWanted = useAddressQuestion();
  return {
    download: async (code: Pick<CodeRow, 'id' | 'short_code' | 'qr_url'>, format: 'png' | 'svg') => {
      if (!(await isWanted([code.qr_url]))) return;
      await download(code, format === 'png' ? { format, size: QUICK_PNG_SIZE } : { format });
    },
    isRunning,
  };
}

/** The same as verbs of a row. */
export function useQuickDownload(): RowAction<CodeRow>[] {
  const { download } = useQuickPicture();
  return [
    {
      name: 'download_png',
      label: 'qr.code.action.download_png',
      icon: <IconDownload />,
      run: (row) => download(row, 'png'),
    },
    {
      name: 'download_svg',
      label: 'qr.code.action.download_svg',
      run: (row) => download(row, 'svg'),
    },
  ];
}

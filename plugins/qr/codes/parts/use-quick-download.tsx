import { IconDownload } from '@arco-design/web-react/icon';
import { type RowAction, useAddressQuestion } from '@waypost/host-sdk';
import type { CodeRow } from '../code-row.ts';
import { useDownload } from './use-download.ts';

/** Side of a downloaded PNG from a list; the code's page offers others. */
const QUICK_PNG_SIZE = 1024;

/** The picture of a code from its list, asked about first where nobody outside could open what it encodes. */
export function useQuickDownload(): RowAction<CodeRow>[] {
  const { download } = useDownload();
  const isWanted = useAddressQuestion();
  const run = async (row: CodeRow, style: Parameters<typeof download>[1]) => {
    if (await isWanted([row.qr_url])) await download(row, style);
  };
  return [
    {
      name: 'download_png',
      label: 'qr.code.action.download_png',
      icon: <IconDownload />,
      run: (row) => run(row, { format: 'png', size: QUICK_PNG_SIZE }),
    },
    {
      name: 'download_svg',
      label: 'qr.code.action.download_svg',
      run: (row) => run(row, { format: 'svg' }),
    },
  ];
}

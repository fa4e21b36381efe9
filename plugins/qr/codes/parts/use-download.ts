import { downloadFile, useAction } from '@waypost/host-sdk';
import { useCallback } from 'react';
import { type PictureStyle, pictureCall } from '../../screens/qr_code_list/calls.ts';

/** Fetches the picture of a code and hands it to the browser as `<short code>.png`, `.svg` or `.pdf`. */
export function useDownload(): {
  download: (
    code: { id: string; short_code: string },
    style: PictureStyle & { format: 'svg' | 'png' | 'pdf' },
  ) => Promise<void>;
  isRunning: boolean;
} {
  const { run, isRunning } = useAction(pictureCall);
  const download = useCallback(
    async (
      code: { id: string; short_code: string },
      style: PictureStyle & { format: 'svg' | 'png' | 'pdf' },
    ) => {
      const { media_type, data } = await run({ id: code.id, ...style });
      const content = style.format === 'svg' ? data : Uint8Array.fromBase64(data);
      downloadFile(`${code.short_code}.${style.format}`, new Blob([content], { type: media_type }));
    },
    [run],
  );
  return { download, isRunning };
}

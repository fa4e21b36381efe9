import { operationFileCall } from '@waypost/contract';
import { useCallback } from 'react';
import { useClient } from '../client/context.tsx';
import { downloadFile } from '../parts/download-file.ts';
import { notify } from '../parts/notify.ts';
import { useErrorText } from '../words/use-error-text.ts';

/** Downloads the result of an operation. */
export function useDownload(): (id: string) => Promise<void> {
  const client = useClient();
  const errorText = useErrorText();
  return useCallback(
    async (id: string) => {
      try {
        const { name, blob } = await client.download(operationFileCall, { id });
        downloadFile(name, blob);
      } catch (error) {
        notify.error(errorText(error));
      }
    },
    [client, errorText],
  );
}

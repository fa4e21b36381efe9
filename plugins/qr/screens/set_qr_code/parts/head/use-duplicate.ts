import type { CreateOf } from '@waypost/contract';
import { ApiError, notify, useErrorText, useGo, useResource, useWords } from '@waypost/host-sdk';
import { useCallback, useState } from 'react';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { copyOf } from '../../../../codes/copy-of.ts';
import { codeResource } from '../../../qr_code_list/resource.ts';

/** Makes a code with the same settings and a short code of its own, and opens its page. */
export function useDuplicate(): { duplicate: (code: CodeRow) => Promise<void>; isRunning: boolean } {
  const words = useWords();
  const errorText = useErrorText();
  const go = useGo();
  const { create } = useResource(codeResource);
  const [isRunning, setRunning] = useState(false);
  const duplicate = useCallback(
    async (code: CodeRow) => {
      setRunning(true);
      try {
        const name = (of: string) => words('qr.page.duplicate.name', { name: of });
        const { id } = await create(copyOf(code, name, Date.now()) as CreateOf<typeof codeResource>);
        go('set_qr_code', { id, saved: 1 });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notify.error(error.issues[0]?.message ?? errorText(error));
      } finally {
        setRunning(false);
      }
    },
    [words, errorText, go, create],
  );
  return { duplicate, isRunning };
}

import type { CreateOf } from '@waypost/contract';
import {
  ApiError,
  notify,
  useClient,
  useFaultText,
  useGo,
  useResource,
  useUser,
  useWords,
} from '@waypost/host-sdk';
import { useCallback, useState } from 'react';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { copyOf } from '../../../../codes/copy-of.ts';
import { assignCall } from '../../../group/calls.ts';
import { codeResource } from '../../../qr_code_list/resource.ts';

/** Makes a code with the same settings and a short code of its own, and opens its page. */
export function useDuplicate(): { duplicate: (code: CodeRow) => Promise<void>; isRunning: boolean } {
  const words = useWords();
  const faultText = useFaultText();
  const go = useGo();
  const client = useClient();
  const user = useUser();
  const { create } = useResource(codeResource);
  const [isRunning, setRunning] = useState(false);
  const duplicate = useCallback(
    async (code: CodeRow) => {
      setRunning(true);
      try {
        const name = (of: string) => words('qr.page.duplicate.name', { name: of });
        const { id } = await create(copyOf(code, name, Date.now()) as CreateOf<typeof codeResource>);
        // Moved there, and not made there: the group would give it rules that the first one does not have.
        if (code.group && code.owner === user?.id)
          await client.call(assignCall, { ids: [id], group: code.group });
        go('set_qr_code', { id, saved: 1 });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notify.error(faultText(error));
      } finally {
        setRunning(false);
      }
    },
    [words, faultText, go, client, user, create],
  );
  return { duplicate, isRunning };
}

import type { ResultOf } from '@waypost/contract';
import { sendInPieces, useClient, useErrorText, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { checkCall, importCalls } from '../../screens/mall_product_list/calls.ts';
import { previewOf } from './preview.ts';

export type FileCheck = ResultOf<typeof checkCall>;

/** A file that was chosen, and how far its check is. */
interface ChosenFile {
  file: File;
  /** Its first lines; undefined: its letters cannot be read. */
  lines?: string[] | undefined;
  isChecking: boolean;
  /** Both are known once the check has passed. */
  upload?: string;
  check?: FileCheck;
  /** Why it cannot be imported, as a sentence. */
  problem?: string;
}

/** Uploads a chosen file and has it checked; the import then works on the same upload. */
export function useProductCheck() {
  const client = useClient();
  const words = useWords();
  const errorText = useErrorText();
  const [chosen, setChosen] = useState<ChosenFile>();
  const choose = async (file: File): Promise<void> => {
    setChosen({ file, isChecking: true });
    try {
      const lines = await previewOf(file);
      if (lines === undefined) {
        setChosen({ file, isChecking: false, problem: words('mall.import.unreadable') });
        return;
      }
      setChosen({ file, lines, isChecking: true });
      const upload = await sendInPieces(client, file, importCalls.upload);
      const check = await client.call(checkCall, { upload });
      setChosen({ file, lines, isChecking: false, upload, check });
    } catch (error) {
      setChosen({ file, isChecking: false, problem: errorText(error) });
    }
  };
  return { chosen, choose };
}

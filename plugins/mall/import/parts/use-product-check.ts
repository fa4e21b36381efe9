import type { ColumnChoices, ResultOf } from '@waypost/contract';
import { ApiError, sendInPieces, useCall, useClient, useErrorText, useWords } from '@waypost/host-sdk';
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
  /** Known once it may be imported. */
  upload?: string;
  /** Known with it, unless a column that is needed has a name that nobody knows: what it is, is asked about first. */
  check?: FileCheck | undefined;
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
      const check = await client.call(checkCall, { upload }).catch(async (error) => {
        const isHead = error instanceof ApiError && error.code === 'mall.import_head';
        const asked = isHead ? (await client.call(importCalls.columns, { upload })).unread : [];
        if (asked.length === 0) throw error;
        return undefined;
      });
      setChosen({ file, lines, isChecking: false, upload, check });
    } catch (error) {
      setChosen({ file, isChecking: false, problem: errorText(error) });
    }
  };
  return { chosen, choose };
}

/** What an import of a file would do with the answer about its columns. */
export const useAnsweredCheck = (answer: { upload: string; columns: ColumnChoices }) =>
  useCall(checkCall, answer);

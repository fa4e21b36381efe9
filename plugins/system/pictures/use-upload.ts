import { ApiError, useAction, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { addPicture, PICTURE_MAX_BYTES } from './calls.ts';

/** Hands a file to the server, which draws it anew; `problem` says why one was not taken. */
export function useUpload(onKept: (picture: string) => void) {
  const words = useWords();
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(addPicture, { isSilent: true });

  async function upload(file: File): Promise<void> {
    if (file.size > PICTURE_MAX_BYTES) {
      setProblem(words('system.picture.too_large'));
      return;
    }
    try {
      onKept((await run({ data: new Uint8Array(await file.arrayBuffer()).toBase64() })).picture);
      setProblem(undefined);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  }
  return { upload, problem, isRunning };
}

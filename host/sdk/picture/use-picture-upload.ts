import { PICTURE_MAX_BYTES, type PictureCalls } from '@waypost/contract';
import { useState } from 'react';
import { ApiError } from '../client/ApiError.ts';
import { useAction } from '../client/use-call.ts';
import { useWords } from '../words/context.tsx';

/** Hands a file to the server, which draws it anew; `problem` says why one was not taken. */
export function usePictureUpload(add: PictureCalls['add'], onKept: (picture: string) => void) {
  const words = useWords();
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAction(add, { isSilent: true });

  async function upload(file: File): Promise<void> {
    if (file.size > PICTURE_MAX_BYTES) {
      setProblem(words('picture.too_large'));
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

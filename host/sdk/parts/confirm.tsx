import { Modal } from '@arco-design/web-react';
import { errorText } from '../words/use-error-text.ts';
import { dictionary, makeWords } from '../words/words.ts';
import { notify } from './notify.ts';

export interface Confirmation {
  /** Names the thing: "Delete “Spring sale”?" */
  title: string;
  /** What follows: "Its printed codes stop working." */
  text: string;
  /** The button's verb: "Delete". */
  verb: string;
  /** Of the button that leaves everything as it is; default "Cancel". */
  keep?: string;
  isDangerous?: boolean;
}

/** Asks once. True when the person agreed. */
export function confirm({ title, text, verb, keep, isDangerous = true }: Confirmation): Promise<boolean> {
  const words = makeWords(dictionary);
  return new Promise((resolve) => {
    Modal.confirm({
      title,
      content: text,
      okText: verb,
      cancelText: keep ?? words('action.cancel'),
      okButtonProps: {
        className: isDangerous ? 'wp-button wp-button-danger' : 'wp-button',
        status: isDangerous ? 'danger' : 'default',
      },
      cancelButtonProps: { className: 'wp-button' },
      focusLock: true,
      autoFocus: true,
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    });
  });
}

/** Asks, then runs; the failure of `run` is shown. True when it ran without failing. */
export async function confirmDanger({
  run,
  ...question
}: Confirmation & { run: () => Promise<unknown> | unknown }): Promise<boolean> {
  if (!(await confirm(question))) return false;
  try {
    await run();
    return true;
  } catch (error) {
    notify.error(errorText(error, makeWords(dictionary)));
    return false;
  }
}

import { IconUpload } from '@arco-design/web-react/icon';
import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

/** Pictures that the server draws anew. */
export const PICTURE_FILES = 'image/png,image/jpeg,image/webp';
/** Tables and lines, as spreadsheets and editors save them. */
export const TABLE_FILES = '.csv,.txt,.tsv,text/csv,text/plain';

export interface FileButtonProps extends Pick<ButtonProps, 'kind' | 'size' | 'isBusy' | 'isDisabled'> {
  /** Which files are offered, as of an `<input>`; whoever takes one still looks at it. */
  accept: string;
  /** Left out: an arrow that leads up; null: none. */
  icon?: ReactNode;
  /** Of the field, where a label leads to it. */
  id?: string;
  /** What the field is called; left out: as the button. */
  label?: string;
  /** Called with each file that is chosen, also with the same one again. */
  onFile: (file: File) => void;
  children: string;
}

/** A button that lets somebody choose a file. */
export function FileButton({
  accept,
  id,
  label,
  onFile,
  children,
  icon = <IconUpload />,
  ...button
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        aria-label={label ?? children}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

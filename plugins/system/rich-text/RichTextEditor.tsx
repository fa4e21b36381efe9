import type { ControlProps } from '@waypost/host-sdk';
import { useRef, useState } from 'react';
import { EditorBar } from './EditorBar.tsx';
import styles from './editor.module.css';
import { LinkLine } from './LinkLine.tsx';
import { PictureLine } from './PictureLine.tsx';
import shown from './rich-text.module.css';
import { useEditor } from './use-editor.ts';

/** Writes a text as it will be read. */
export function RichTextEditor(props: ControlProps<string>) {
  const place = useRef<HTMLDivElement>(null);
  const [isLinking, setLinking] = useState(false);
  const { editor, turn } = useEditor(place, props);
  const isPicture = editor?.isActive('picture') ?? false;
  return (
    <div className={styles.editor} data-fault={props.hasError} data-disabled={props.isDisabled}>
      {editor === undefined ? null : (
        <EditorBar
          editor={editor}
          turn={turn}
          label={props.label}
          isDisabled={props.isDisabled}
          onLink={() => setLinking(true)}
        />
      )}
      {editor !== undefined && isLinking ? (
        <LinkLine editor={editor} onClose={() => setLinking(false)} />
      ) : null}
      {editor !== undefined && isPicture && !isLinking ? <PictureLine editor={editor} /> : null}
      <div ref={place} className={`${styles.page} ${shown.text}`} />
    </div>
  );
}

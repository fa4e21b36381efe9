import { Input } from '@arco-design/web-react';
import type { Editor } from '@tiptap/core';
import { Button, useWords } from '@waypost/host-sdk';
import styles from './editor.module.css';

/** Asks what the chosen picture shows, for whoever does not see it. */
export function PictureLine({ editor }: { editor: Editor }) {
  const words = useWords();
  const alt = String(editor.getAttributes('picture').alt ?? '');
  return (
    <div className={styles.line}>
      <Input
        aria-label={words('system.editor.picture.alt')}
        placeholder={words('system.editor.picture.alt')}
        maxLength={200}
        value={alt}
        onChange={(said) => editor.commands.updateAttributes('picture', { alt: said })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <Button size="small" kind="text" onClick={() => editor.chain().focus().deleteSelection().run()}>
        {words('picture.remove')}
      </Button>
    </div>
  );
}

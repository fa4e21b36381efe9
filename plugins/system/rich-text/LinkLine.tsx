import { Input } from '@arco-design/web-react';
import type { Editor } from '@tiptap/core';
import { completeTarget } from '@waypost/contract';
import { Button, useWords } from '@waypost/host-sdk';
import { type KeyboardEvent, useState } from 'react';
import styles from './editor.module.css';
import { textLink } from './values.ts';

/** `someone@example.com` → `mailto:…`, `example.com` → `https://…`; anything else as it stands. */
function complete(typed: string): string {
  const address = typed.trim();
  return /^[^\s@:/]+@[^\s@:/]+$/.test(address) ? `mailto:${address}` : completeTarget(address);
}

/** Asks where the chosen words lead. */
export function LinkLine({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const words = useWords();
  const before = editor.getAttributes('link').href as string | undefined;
  const [address, setAddress] = useState(before ?? '');
  const [isWrong, setWrong] = useState(false);
  const end = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = () => {
    const href = textLink(complete(address));
    setWrong(href === undefined);
    if (href === undefined) return;
    const chain = editor.chain().focus().extendMarkRange('link');
    // Without words to press the address stands for itself.
    if (editor.state.selection.empty && before === undefined)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither the form is sent by it, nor the drawer closed.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else end();
  };
  return (
    <div className={styles.line}>
      <Input
        autoFocus
        aria-label={words('system.editor.link.address')}
        aria-invalid={isWrong || undefined}
        placeholder="https://"
        value={address}
        {...(isWrong ? { status: 'error' as const } : {})}
        onChange={setAddress}
        onKeyDown={onKeyDown}
      />
      <Button size="small" onClick={apply}>
        {words('system.editor.link.apply')}
      </Button>
      {before === undefined ? null : (
        <Button
          size="small"
          kind="text"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onClose();
          }}
        >
          {words('system.editor.link.remove')}
        </Button>
      )}
      <Button size="small" kind="text" onClick={end}>
        {words('action.cancel')}
      </Button>
      {isWrong ? (
        <p className={styles.problem} role="alert">
          {words('system.editor.link.wrong')}
        </p>
      ) : null}
    </div>
  );
}

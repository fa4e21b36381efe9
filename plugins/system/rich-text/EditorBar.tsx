import {
  IconBold,
  IconH1,
  IconH2,
  IconItalic,
  IconLink,
  IconMinus,
  IconOrderedList,
  IconQuote,
  IconRedo,
  IconUndo,
  IconUnorderedList,
} from '@arco-design/web-react/icon';
import type { Editor } from '@tiptap/core';
import { FileButton, IconButton, PICTURE_FILES, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { useUpload } from '../pictures/kept-pictures.tsx';
import styles from './editor.module.css';

interface EditorBarProps {
  editor: Editor;
  /** Rises with each change of the editor, so that the buttons say what holds where the cursor is. */
  turn: number;
  label: string;
  isDisabled: boolean;
  onLink: () => void;
}

interface Tool {
  name: string;
  icon: ReactNode;
  isPressed?: boolean;
  isDisabled?: boolean;
  run: () => void;
}

/** The buttons over a text. */
export function EditorBar({ editor, label, isDisabled, onLink }: EditorBarProps) {
  const words = useWords();
  const chain = () => editor.chain().focus();
  const { upload, problem, isRunning } = useUpload((picture) => {
    chain()
      .insertContent({ type: 'picture', attrs: { picture, alt: '' } })
      .run();
  });
  return (
    <div className={styles.bar} role="toolbar" aria-label={words('system.editor.bar', { field: label })}>
      {toolsOf(editor, onLink).map(({ name, icon, isPressed, isDisabled: cannot, run }) => (
        <IconButton
          key={name}
          label={words(`system.editor.${name}`)}
          icon={icon}
          isDisabled={isDisabled || (cannot ?? false)}
          {...(isPressed === undefined ? {} : { isPressed })}
          onClick={run}
        />
      ))}
      <FileButton
        kind="text"
        size="small"
        accept={PICTURE_FILES}
        isBusy={isRunning}
        isDisabled={isDisabled}
        onFile={(file) => void upload(file)}
      >
        {words('system.editor.picture')}
      </FileButton>
      {problem === undefined ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function toolsOf(editor: Editor, onLink: () => void): Tool[] {
  const chain = () => editor.chain().focus();
  const heading = (level: 2 | 3, icon: ReactNode): Tool => ({
    name: `heading_${level}`,
    icon,
    isPressed: editor.isActive('heading', { level }),
    run: () => chain().toggleHeading({ level }).run(),
  });
  return [
    {
      name: 'bold',
      icon: <IconBold />,
      isPressed: editor.isActive('bold'),
      run: () => chain().toggleBold().run(),
    },
    {
      name: 'italic',
      icon: <IconItalic />,
      isPressed: editor.isActive('italic'),
      run: () => chain().toggleItalic().run(),
    },
    heading(2, <IconH1 />),
    heading(3, <IconH2 />),
    {
      name: 'bullets',
      icon: <IconUnorderedList />,
      isPressed: editor.isActive('bulletList'),
      run: () => chain().toggleBulletList().run(),
    },
    {
      name: 'numbers',
      icon: <IconOrderedList />,
      isPressed: editor.isActive('orderedList'),
      run: () => chain().toggleOrderedList().run(),
    },
    {
      name: 'quote',
      icon: <IconQuote />,
      isPressed: editor.isActive('blockquote'),
      run: () => chain().toggleBlockquote().run(),
    },
    { name: 'line', icon: <IconMinus />, run: () => chain().setHorizontalRule().run() },
    { name: 'link', icon: <IconLink />, isPressed: editor.isActive('link'), run: onLink },
    {
      name: 'undo',
      icon: <IconUndo />,
      isDisabled: !editor.can().undo(),
      run: () => chain().undo().run(),
    },
    {
      name: 'redo',
      icon: <IconRedo />,
      isDisabled: !editor.can().redo(),
      run: () => chain().redo().run(),
    },
  ];
}

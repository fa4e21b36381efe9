import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { type ControlProps, useClient } from '@waypost/host-sdk';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { pictureAddress } from '../pictures/kept-pictures.tsx';
import { keptPicture } from './kept-picture.ts';
import { textLink } from './values.ts';

const isAllowedUri = (address: string) => textLink(address) !== undefined;

/** What a text may hold, which is what the server leaves of it. */
const extensions = StarterKit.configure({
  heading: { levels: [2, 3, 4] },
  code: false,
  codeBlock: false,
  strike: false,
  underline: false,
  // It would change a text that nobody has touched.
  trailingNode: false,
  link: {
    openOnClick: false,
    protocols: ['mailto', 'tel'],
    HTMLAttributes: { target: null, rel: null, class: null },
    isAllowedUri,
    shouldAutoLink: isAllowedUri,
  },
});

const written = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

/** An editor in an element, for the value of a field. `turn` rises whenever something in it has changed, the selection too. */
export function useEditor(
  place: RefObject<HTMLDivElement | null>,
  props: ControlProps<string>,
): { editor: Editor | undefined; turn: number } {
  const client = useClient();
  const [editor, setEditor] = useState<Editor>();
  const [turn, setTurn] = useState(0);
  const latest = useRef(props);
  latest.current = props;
  /** What the editor itself has handed over: it comes back as the value. */
  const last = useRef(props.value ?? '');

  useEffect(() => {
    if (place.current === null) return;
    last.current = latest.current.value ?? '';
    const made = new Editor({
      element: place.current,
      injectCSS: false,
      extensions: [extensions, keptPicture((picture) => pictureAddress(client, picture))],
      content: last.current,
      onTransaction: () => setTurn((before) => before + 1),
      onUpdate: ({ editor: changed }) => {
        last.current = written(changed);
        latest.current.onChange(last.current);
      },
      onBlur: () => latest.current.onBlur(),
    });
    setEditor(made);
    return () => made.destroy();
  }, [client, place]);

  const value = props.value ?? '';
  useEffect(() => {
    // Somebody else has set the value, such as a draft that comes back.
    if (editor === undefined || editor.isDestroyed || value === last.current) return;
    last.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  const { id, label, isDisabled, hasError, describedBy } = props;
  useEffect(() => {
    if (editor === undefined || editor.isDestroyed) return;
    editor.setOptions({
      editable: !isDisabled,
      editorProps: {
        attributes: {
          id,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          ...(hasError ? { 'aria-invalid': 'true' } : {}),
          ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        },
      },
    });
  }, [editor, id, label, isDisabled, hasError, describedBy]);

  return { editor, turn };
}

import { Node } from '@tiptap/core';
import { PICTURE_ID } from './values.ts';

/**
 * A kept picture within a text. What is written has its name alone; the editor shows what `addressOf` answers for it.
 * Pictures of other pages that are pasted are none.
 */
export const keptPicture = (addressOf: (picture: string) => Promise<string>) =>
  Node.create({
    name: 'picture',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({
      picture: {
        default: '',
        parseHTML: (element) => element.getAttribute('data-picture'),
        renderHTML: ({ picture }) => ({ 'data-picture': picture }),
      },
      alt: { default: '' },
    }),
    parseHTML: () => [
      {
        tag: 'img[data-picture]',
        getAttrs: (element) => (PICTURE_ID.test(element.getAttribute('data-picture') ?? '') ? null : false),
      },
    ],
    renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('img');
        dom.alt = String(node.attrs.alt);
        addressOf(String(node.attrs.picture)).then(
          (address) => {
            dom.src = address;
          },
          // It cannot be had now: what it shows stands there in words.
          () => undefined,
        );
        return { dom };
      },
  });

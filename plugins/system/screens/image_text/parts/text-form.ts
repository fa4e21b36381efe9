import { RichTextControl } from '../../../rich-text/RichTextControl.tsx';

/** How the form of a text is laid out, of a new one and of one that is there. */
export const TEXT_FORM = {
  controls: { rich_text: RichTextControl },
  sections: [
    { fields: ['title', 'type', 'content'] },
    { name: 'en_us', fields: ['title_en_us', 'content_en_us'] },
    { name: 'sw_ke', fields: ['title_sw_ke', 'content_sw_ke'] },
    { name: 'place', fields: ['show_status', 'show_on_home', 'address', 'sort', 'remarks'] },
  ],
} as const;

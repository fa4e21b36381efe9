import { type ControlProps, Skeleton } from '@waypost/host-sdk';
import { lazy, Suspense } from 'react';

/** The editor is larger than the rest of the plugin: it is loaded where somebody writes. */
const RichTextEditor = lazy(() =>
  import('./RichTextEditor.tsx').then((module) => ({ default: module.RichTextEditor })),
);

/** A field of text with headings, lists, links and pictures; its value is markup. */
export function RichTextControl(props: ControlProps<string>) {
  return (
    <Suspense fallback={<Skeleton lines={6} height={20} />}>
      <RichTextEditor {...props} />
    </Suspense>
  );
}

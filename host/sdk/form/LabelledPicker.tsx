import { type ReactNode, useEffect, useRef } from 'react';

/** Names the input inside a picker of Arco, which hands it no label of its own. */
export function LabelledPicker(props: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    holder.current?.querySelector('input')?.setAttribute('aria-label', props.label);
  }, [props.label]);
  return (
    <div ref={holder} className={props.className}>
      {props.children}
    </div>
  );
}

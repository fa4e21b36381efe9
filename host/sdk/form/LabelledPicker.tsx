import { type ReactNode, useEffect, useRef } from 'react';

/** Names the input inside a picker of Arco, which hands it no label of its own. */
export function LabelledPicker(props: {
  label: string;
  className?: string | undefined;
  /** Takes Esc from whatever is around the picker. */
  onEscape?: (() => void) | undefined;
  children: ReactNode;
}) {
  const { label, onEscape } = props;
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    holder.current?.querySelector('input')?.setAttribute('aria-label', label);
  }, [label]);
  useEffect(() => {
    const place = holder.current;
    if (place === null || onEscape === undefined) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onEscape();
    };
    place.addEventListener('keydown', leave);
    return () => place.removeEventListener('keydown', leave);
  }, [onEscape]);
  return (
    <div ref={holder} className={props.className}>
      {props.children}
    </div>
  );
}

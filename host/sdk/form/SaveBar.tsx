import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/context.tsx';
import type { FormPlace } from './focus-first.ts';
import styles from './form.module.css';

interface SaveBarProps {
  /** The bar of a form of sections floats; that of a few fields stands under them and never over one. */
  isLong: boolean;
  children: ReactNode;
}

/** Stays at the lower edge while a long form is longer than the screen, so that its buttons and what they answer are in sight. */
export function SaveBar({ isLong, children }: SaveBarProps) {
  const end = useRef<HTMLDivElement>(null);
  const [isAfloat, setAfloat] = useState(false);
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => setAfloat(entry?.isIntersecting === false));
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  if (!isLong) return <div className={`${styles.buttons} ${styles.shortBar}`}>{children}</div>;
  return (
    <>
      <div className={`${styles.buttons} ${styles.saveBar}`} data-afloat={isAfloat || undefined}>
        {children}
      </div>
      <div ref={end} className={styles.end} aria-hidden="true" />
    </>
  );
}

interface FaultLineProps {
  /** What failed and has no place in the form. */
  failure: string | undefined;
  /** Places that are not right, in the order of the page. */
  places: readonly FormPlace[];
  errors: Readonly<Record<string, string>>;
  onShow: (path: string) => void;
}

/** What is wrong, beside the button: of faults at fields the first, which a press leads to, and how many more there are. */
export function FaultLine({ failure, places, errors, onShow }: FaultLineProps) {
  const words = useWords();
  const open = places.filter(({ path }) => path in errors);
  const [first] = open;
  if (failure === undefined && first === undefined) return null;
  const fault = first && words('form.fault', { field: first.label, text: errors[first.path] ?? '' });
  return (
    <div className={styles.banner} role="alert">
      {failure === undefined ? null : <p>{failure}</p>}
      {first === undefined || fault === undefined ? null : (
        <button type="button" className={styles.faultLink} onClick={() => onShow(first.path)}>
          {open.length === 1 ? fault : words('form.fault.more', { fault, count: open.length - 1 })}
        </button>
      )}
    </div>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './print-out.module.css';

export interface PrintOutProps {
  /** The browser's dialog is closed, whatever came of it. */
  onDone: () => void;
  children: ReactNode;
}

/**
 * Opens the browser's print dialog with what stands in it, once its pictures are there. On the screen it does not show; on
 * paper nothing else does.
 */
export function PrintOut({ onDone, children }: PrintOutProps) {
  const paper = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    let isGone = false;
    const end = () => done.current();
    window.addEventListener('afterprint', end);
    const pictures = [...(paper.current?.querySelectorAll('img') ?? [])];
    // A picture that cannot be decoded is no reason to print none.
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!isGone) window.print();
    });
    return () => {
      isGone = true;
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return createPortal(
    <div ref={paper} className={styles.paper}>
      {children}
    </div>,
    document.body,
  );
}

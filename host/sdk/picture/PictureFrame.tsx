import type { ReactNode } from 'react';
import styles from './picture.module.css';

export interface PictureFrameProps {
  /** What is taken. */
  help: string;
  /** Why something was not taken; it stands in the place of the help. */
  problem: string | undefined;
  children: ReactNode;
}

/** What every control for pictures is made of: pictures and buttons, and under them what is taken or why one was not. */
export function PictureFrame({ help, problem, children }: PictureFrameProps) {
  return (
    <div className={styles.control}>
      {children}
      <p
        className={problem === undefined ? styles.help : styles.fault}
        {...(problem === undefined ? {} : { role: 'alert' })}
      >
        {problem ?? help}
      </p>
    </div>
  );
}

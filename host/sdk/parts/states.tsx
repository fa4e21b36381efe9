import { IconArchive, IconExclamationCircle } from '@arco-design/web-react/icon';
import type { ReactNode } from 'react';
import { ApiError } from '../client/ApiError.ts';
import { useWords } from '../words/context.tsx';
import { useErrorText } from '../words/use-error-text.ts';
import { Button } from './Button.tsx';
import styles from './states.module.css';

export interface EmptyStateProps {
  title: string;
  /** What this place is for. */
  text?: string | undefined;
  /** The first thing to do here. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** Shown where nothing is yet. */
export function EmptyState({ title, text, action, icon }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon ?? <IconArchive />}
      </span>
      <p className={styles.title}>{title}</p>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

/** Shown where something could not be loaded: what happened, its code, and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const words = useWords();
  const errorText = useErrorText();
  return (
    <div className={styles.state} role="alert">
      <span className={`${styles.icon} ${styles.bad}`} aria-hidden="true">
        <IconExclamationCircle />
      </span>
      <p className={styles.title}>{errorText(error)}</p>
      <p className={styles.text}>
        {words('state.code')} <code className={styles.code}>{codeOf(error)}</code>
      </p>
      {onRetry ? (
        <div className={styles.action}>
          <Button onClick={onRetry}>{words('action.retry')}</Button>
        </div>
      ) : null}
    </div>
  );
}

/** The code that a support person asks for. */
export function codeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unexpected';
}

/** Grey bars in the place of what is loading. */
export function Skeleton({ lines = 3, height = 14 }: { lines?: number; height?: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike and never move
          key={index}
          className={styles.bar}
          style={{ height, width: index === lines - 1 && lines > 1 ? '60%' : '100%' }}
        />
      ))}
    </div>
  );
}

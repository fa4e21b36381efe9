import { IconArchive, IconExclamationCircle } from '@arco-design/web-react/icon';
import { createContext, type ReactNode, useContext } from 'react';
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
  /** Nothing else stands on the screen: the title is its heading. */
  isScreen?: boolean;
}

/** Icon of the menu's entry for the screen that is open, from the shell; null: none is. */
export const ScreenIcon = createContext<ReactNode>(null);

/** A sheet without lines, with what would stand on it. */
function EmptyDrawing({ icon }: { icon: ReactNode }) {
  return (
    <span className={styles.drawing} aria-hidden="true">
      <svg viewBox="0 0 132 88" width="132" height="88" aria-hidden="true">
        <rect className={styles.behind} x="22" y="1" width="88" height="60" rx="8" />
        <rect className={styles.sheet} x="8" y="13" width="116" height="74" rx="10" />
        <path className={styles.lines} d="M24 34h22M58 34h50M24 51h34M70 51h26M24 68h18" />
      </svg>
      <span className={styles.badge}>{icon}</span>
    </span>
  );
}

function StateTitle({ isScreen, children }: { isScreen: boolean; children: string }) {
  const Heading = isScreen ? 'h1' : 'p';
  return <Heading className={styles.title}>{children}</Heading>;
}

/** Shown where nothing is yet. */
export function EmptyState({ title, text, action, icon, isScreen = false }: EmptyStateProps) {
  const screenIcon = useContext(ScreenIcon);
  return (
    <div className={styles.state}>
      <EmptyDrawing icon={icon ?? screenIcon ?? <IconArchive />} />
      <StateTitle isScreen={isScreen}>{title}</StateTitle>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
      {action ? <div className={`${styles.action} wp-first-step`}>{action}</div> : null}
    </div>
  );
}

export interface ErrorStateProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** As of an {@link EmptyState}. */
  isScreen?: boolean;
}

/** Shown where something could not be loaded: what happened, its code, and a way to try again. */
export function ErrorState({ error, onRetry, isScreen = false }: ErrorStateProps) {
  const words = useWords();
  const errorText = useErrorText();
  return (
    <div className={styles.state} role="alert">
      <span className={`${styles.icon} ${styles.bad}`} aria-hidden="true">
        <IconExclamationCircle />
      </span>
      <StateTitle isScreen={isScreen}>{errorText(error)}</StateTitle>
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

interface SkeletonProps {
  lines?: number | undefined;
  /** Pixels of a bar. */
  height?: number | undefined;
}

export interface PendingStateProps extends SkeletonProps {
  /** Why it could not be loaded, once that is known. */
  error: unknown;
  onRetry: () => unknown;
  /** As of an {@link EmptyState}. */
  isScreen?: boolean;
}

/** Shown until something is loaded: bars in its place, or why it could not be loaded. */
export function PendingState({ error, onRetry, isScreen = false, ...bars }: PendingStateProps) {
  if (!error) return <Skeleton {...bars} />;
  return <ErrorState isScreen={isScreen} error={error} onRetry={() => void onRetry()} />;
}

/** Grey bars in the place of what is loading. */
export function Skeleton({ lines = 3, height = 14 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike and never move
          key={index}
          className="wp-bar"
          style={{ height, width: index === lines - 1 && lines > 1 ? '60%' : '100%' }}
        />
      ))}
    </div>
  );
}
